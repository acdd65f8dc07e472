// A new table of the server, with a seat at it.
import { makeTable } from '../../online/api';
import type { Wish } from '../../online/messages';
import { wishFor } from '../../online/room.svelte';
import { keepSafe, seats, settings } from '../../store';
import { t } from '../../text';

// Its name. The seat, the first one for a person, is taken when one comes there.
export async function openTable(wish: Wish): Promise<string> {
  const made = await makeTable(wish);
  const seat = made.seats.findIndex((one) => !one.bot) + 1;
  const name = settings.name.trim() || t('page.player', { n: seat });
  await seats.put({
    ...wishFor(made.table, made.game, name, seat, made.invite),
    commit: made.luck.commit,
  });
  keepSafe();
  return made.table;
}
