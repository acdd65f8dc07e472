// The record of a game that was finished at a table of the server: everybody's to look back at.
import type { TableRecord } from '../engine/messages';
import { isRecord, seats } from '../store';
import { language } from '../text';
import { Link, type Hello } from './link';
import { addressOfSocket } from './place';
import { maybeSignedIn } from './signed';

const PATIENCE = 15_000; // ms

// As whom one asks: a private table answers only those who sat there.
async function whoever(name: string): Promise<NonNullable<Hello>[]> {
  const kept = await seats.get(name);
  return [
    ...(kept && kept.seat !== null ? [{ do: 'join', secret: kept.secret } as const] : []),
    ...(maybeSignedIn() ? [{ do: 'join' } as const] : []),
    { do: 'watch' },
  ];
}

// Undefined: there is no such table, it is still played, or the server does not answer.
export async function finishedRecord(
  name: string,
  address = addressOfSocket(name),
): Promise<TableRecord | undefined> {
  const link = new Link(address, language());
  const timer = setTimeout(() => link.close(), PATIENCE);
  try {
    for (const hello of await whoever(name)) {
      const known = await link.introduce(hello).catch(() => undefined);
      if (known) break;
    }
    const { record } = await link.tell({ do: 'record' });
    return link.card?.phase === 'over' && isRecord(record) ? record : undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    link.close();
  }
}
