import type { TableGame } from '../../table/table.svelte';
import { formatList, t } from '../../text';

// Who won, as a headline; empty if nobody did.
export function victory(table: TableGame): string {
  const winners = table.screen.status?.winners ?? [];
  const [first] = winners;
  if (first === undefined) return '';
  const { people } = table;
  if (winners.length === 1 && people.length === 1 && people[0] === first) {
    return t('page.table.you-win');
  }
  return t('page.table.wins', {
    n: winners.length,
    names: formatList(winners.map((seat) => table.name(seat))),
  });
}
