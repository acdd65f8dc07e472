// What the viewer is asked. Engines ask as in a terminal; where the words of the page have a question
// of their own for what a game wants to know, that one is shown.
import { hasText, t } from '../../text';
import type { TableGame } from '../../table/table.svelte';

export interface Ask {
  what: string;
  how: string;
}

export function askOf(table: TableGame): Ask {
  const { moves, prompt, turnBegins } = table;
  const kinds = new Set(moves.map((move) => move.kind));
  // The rarest kind says most about what is going on.
  const kind = [...kinds].at(-1);
  const { game } = table.saved;
  const key = [`board.${game}.ask.${kind}`, `page.table.ask.${game}.${kind}`].find(hasText);
  if (key !== undefined) {
    const parts = Object.entries(moves.at(-1)!).filter(
      (part): part is [string, string | number] =>
        typeof part[1] === 'string' || typeof part[1] === 'number',
    );
    const args = { left: 1, row: '', ...Object.fromEntries(parts) };
    const how = hasText(`${key}.how`) ? t(`${key}.how`, args) : '';
    return { what: t(key, args), how };
  }
  const choices = t('page.table.your-how', { n: moves.length });
  if (prompt === '') return { what: t('page.table.your-turn'), how: choices };
  return turnBegins
    ? { what: t('page.table.your-turn'), how: prompt }
    : { what: prompt, how: choices };
}
