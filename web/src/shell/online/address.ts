// What a link to a table brings besides its name: a seat's secret, or the invitation to a private
// table. Both stand behind #, which no browser sends anywhere, and leave the address at once.
import { seats } from '../../store';
import { wishFor } from '../../online/room.svelte';

const isSecret = (text: string | null): text is string => /^[0-9a-f]{32}$/.test(text ?? '');

export const invites = new Map<string, string>(); // by table, for this visit

export function takeFromAddress(
  table: string,
  query: URLSearchParams,
): { taken: boolean; kept: Promise<unknown> } {
  const seat = query.get('seat');
  const invite = query.get('invite');
  if (isSecret(invite)) invites.set(table, invite);
  const taken = seat !== null || invite !== null;
  if (!isSecret(seat)) return { taken, kept: Promise.resolve() };
  // Seat 0: which one it is the table knows.
  const { share: _, ...wish } = wishFor(table, '', '');
  const kept = seats.put({ ...wish, secret: seat, seat: 0 });
  return { taken, kept };
}
