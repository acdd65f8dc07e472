// The board of a game as a replay uses it, with what the game adds to it.
import { boardOf } from '../../boards';
import type { BoardModule } from '../../boards/types';
import type { ReplayParts } from '../../replay/parts';

const added = import.meta.glob<{ replayParts: ReplayParts }>('../../boards/*/replay.ts');

export interface ReplayBoard {
  Board: BoardModule['Board'];
  pace: BoardModule['pace'];
  parts: ReplayParts;
}

export async function replayBoardOf(game: string): Promise<ReplayBoard> {
  const [board, parts] = await Promise.all([
    boardOf(game),
    added[`../../boards/${game}/replay.ts`]?.(),
  ]);
  return { Board: board.Board, pace: board.pace, parts: parts?.replayParts ?? {} };
}
