// A record that was just read from a file, on its way to the replay.
import type { TableRecord } from '../../replay/messages';

class Handed {
  record = $state.raw<TableRecord | null>(null);
}
export const handed = new Handed();
