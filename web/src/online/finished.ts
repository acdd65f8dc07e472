// The record of a game that was finished at a table of the server: everybody's to look back at.
import type { TableRecord } from '../engine/messages';
import { isRecord } from '../store';
import { language } from '../text';
import { Link } from './link';
import { addressOfSocket } from './place';

const PATIENCE = 15_000; // ms

// Undefined: there is no such table, it is still played, or the server does not answer.
export async function finishedRecord(
  name: string,
  address = addressOfSocket(name),
): Promise<TableRecord | undefined> {
  const link = new Link(address, language(), { do: 'watch' });
  const timer = setTimeout(() => link.close(), PATIENCE);
  try {
    const { record } = await link.request({ do: 'record' });
    return link.card?.phase === 'over' && isRecord(record) ? record : undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    link.close();
  }
}
