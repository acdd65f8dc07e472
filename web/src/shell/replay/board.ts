// The board of a game as a replay uses it, with what the game adds to it.
import { boardOf, replayPartsOf } from '../../boards';
import type { BoardModule } from '../../boards/types';
import type { ReplayParts } from '../../replay/parts';

export interface ReplayBoard {
  Board: BoardModule['Board'];
  pace: BoardModule['pace'];
  parts: ReplayParts;
}

export async function replayBoardOf(game: string): Promise<ReplayBoard> {
  const [{ Board, pace }, parts] = await Promise.all([boardOf(game), replayPartsOf(game)]);
  return { Board, pace, parts };
}
