// A new table of the server, with a seat at it.
import { makeTable } from '../../online/api';
import { wishFor } from '../../online/room.svelte';
import { keepSafe, seats, settings } from '../../store';
import { t } from '../../text';
import type { plan as Plan } from '../setup.svelte';

// Its name. The seat is taken when one comes there.
export async function openTable(plan: typeof Plan): Promise<string> {
  const made = await makeTable(plan.wish());
  const seat = plan.seats.findIndex((one) => one.kind === 'person') + 1;
  const name = settings.name.trim() || t('page.player', { n: seat });
  await seats.put({
    ...wishFor(made.table, made.game, name, seat, made.invite),
    commit: made.luck.commit,
  });
  keepSafe();
  return made.table;
}
