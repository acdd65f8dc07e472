// Whether a move lost so much that a learner should hear of it: by what a hint found before it was made.
export interface Hinted {
  move: string;
  words?: string;
  chance?: number;
  margin?: number;
  points?: number; // where one plays alone
}

const MUCH_CHANCE = 0.15;
const MUCH_POINTS = 4;

// The better move, if there was a much better one. What the hint did not look at is not judged.
export function better(hint: Hinted[], played: string): Hinted | undefined {
  const [best] = hint;
  const mine = hint.find((one) => one.move === played);
  if (!best || !mine || best === mine) return undefined;
  const lostChance = (best.chance ?? 0) - (mine.chance ?? 0);
  const lostPoints = (best.points ?? 0) - (mine.points ?? 0);
  return lostChance >= MUCH_CHANCE || lostPoints >= MUCH_POINTS ? best : undefined;
}
