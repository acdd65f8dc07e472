// How long each event of a batch is shown, in ms. A bot's turn takes long enough to be followed and
// never so long that one waits for it.
import type { GameEvent } from '../engine/messages';
import type { Motion } from '../store';

const SAID = 420;
const SILENT = 60;
const LONG = 800; // one event of this length makes a long turn
const BOT_LEAST = 900;
const BOT_MOST = 1800;
const OWN_MOST = 1600;
const LONG_MOST = 2900;

export function pace(
  events: GameEvent[],
  motion: Motion,
  bot: boolean,
  wish?: (event: GameEvent) => number,
): number[] {
  if (motion === 'off' || events.length === 0) return events.map(() => 0);
  const raw = events.map((event) => wish?.(event) ?? (event.text ? SAID : SILENT));
  const total = Math.max(
    1,
    raw.reduce((a, b) => a + b, 0),
  );
  const most = Math.max(...raw) >= LONG ? LONG_MOST : bot ? BOT_MOST : OWN_MOST;
  const length = Math.min(most, Math.max(bot ? BOT_LEAST : 0, total));
  const factor = (length / total) * (motion === 'fast' ? 1 / 3 : 1);
  return raw.map((ms) => Math.round(ms * factor));
}
