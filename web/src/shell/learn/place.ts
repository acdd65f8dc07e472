// Where the card of a lesson lies and how its arrow runs: beside what it is about, never on it.
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const right = (b: Box) => b.left + b.width;
const bottom = (b: Box) => b.top + b.height;
const centre = (b: Box) => ({ x: b.left + b.width / 2, y: b.top + b.height / 2 });
const clamp = (x: number, low: number, high: number) => Math.max(low, Math.min(high, x));

export const PHONE = 720;
const NARROW = 1180;
const TOP = 60; // below the header

// On a wide screen the free sky on the right is the card's; on a phone it lies under what it is about,
// or at the top if that is in the lower half: hand, prompt and what is meant stay free.
export function placeCard(
  screen: { width: number; height: number },
  height: number,
  target: Box | undefined,
): Pick<Box, 'left' | 'top' | 'width'> {
  if (screen.width < PHONE) {
    const top = target && bottom(target) < screen.height * 0.45 ? bottom(target) + 22 : 50;
    return {
      left: 8,
      top: clamp(top, 8, Math.max(8, screen.height - height - 8)),
      width: screen.width - 16,
    };
  }
  const wide = screen.width >= NARROW;
  const scale = Math.min(screen.width / (wide ? 1440 : 1024), screen.height / (wide ? 900 : 768));
  const width = clamp((wide ? 360 : 236) * scale, 230, 420);
  const margin = (wide ? 24 : 16) * scale;
  return {
    left: screen.width - width - margin,
    top: clamp((wide ? 290 : 214) * scale, 8, Math.max(8, screen.height - height - 8)),
    width,
  };
}

const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(right(a), right(b)) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(bottom(a), bottom(b)) - Math.max(a.top, b.top));

// A place has to be this much better before the card moves there.
const WORTH_MOVING = 0.7;

// On a board that leaves no room for the card: where it covers least of what is to stay free. It stays
// where it is as long as that is nearly as good.
export function freePlace(
  screen: { width: number; height: number },
  height: number,
  target: Box | undefined,
  free: Box[],
  before: Pick<Box, 'left' | 'top'> | undefined,
): Pick<Box, 'left' | 'top' | 'width'> {
  const usual = placeCard(screen, height, target);
  if (screen.width < PHONE) return usual;
  const { width } = usual;
  const margin = screen.width - width - usual.left;
  const spots = [0, 0.5, 1].flatMap((x) =>
    [1, 0.5, 0].map((y) => ({
      left: margin + x * (screen.width - width - 2 * margin),
      top: TOP + y * Math.max(0, screen.height - height - TOP - margin),
    })),
  );
  const covered = (at: Pick<Box, 'left' | 'top'>) => {
    const card = { ...at, width, height };
    const there = free.reduce((sum, one) => sum + overlap(card, one), 0);
    return there + (target ? overlap(card, target) * free.length : 0);
  };
  const best = [usual, ...spots].reduce((a, b) => (covered(b) < covered(a) ? b : a));
  const stays = before && covered(best) >= covered(before) * WORTH_MOVING;
  return { left: (stays ? before : best).left, top: (stays ? before : best).top, width };
}

interface Point {
  x: number;
  y: number;
}

// The way in straight pieces with round corners.
function rounded(points: Point[]): string {
  const n = (x: number) => x.toFixed(1);
  let path = `M${n(points[0]!.x)} ${n(points[0]!.y)}`;
  for (let at = 1; at < points.length - 1; ++at) {
    const [a, b, c] = [points[at - 1]!, points[at]!, points[at + 1]!];
    const before = Math.hypot(b.x - a.x, b.y - a.y);
    const after = Math.hypot(c.x - b.x, c.y - b.y);
    const turn = Math.min(14, before / 2, after / 2);
    const toward = (from: Point, length: number) => {
      const part = length === 0 ? 0 : turn / length;
      return `${n(b.x + (from.x - b.x) * part)} ${n(b.y + (from.y - b.y) * part)}`;
    };
    path += `L${toward(a, before)}Q${n(b.x)} ${n(b.y)} ${toward(c, after)}`;
  }
  const end = points.at(-1)!;
  return `${path}L${n(end.x)} ${n(end.y)}`;
}

const same = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y) < 1;
// A space of a board is small; it is reached through the gaps between the others, from above.
const SMALL = 160;
const REACH = 12;
const FAR = 200;

// The way from the card to what it is about, beside what lies between as far as possible; nothing if
// they touch. It ends with a piece on which the head of the arrow lies.
export function arrow(card: Box, target: Box): string | undefined {
  const gapX = Math.max(card.left - right(target), target.left - right(card));
  const gapY = Math.max(card.top - bottom(target), target.top - bottom(card));
  if (gapX < REACH && gapY < REACH) return undefined;
  const small = target.width <= SMALL && target.height <= SMALL;
  const points: Point[] = [];
  if (gapX >= REACH) {
    const leftwards = right(target) <= card.left;
    const y = small ? target.top - 5 : target.top + Math.min(target.height / 2, 16);
    const start = {
      x: leftwards ? card.left : right(card),
      y: clamp(y, card.top + 28, bottom(card) - 28),
    };
    const gutter = start.x + (leftwards ? -REACH : REACH);
    points.push(start, { x: gutter, y: start.y }, { x: gutter, y });
    if (small) {
      const x = centre(target).x;
      points.push({ x, y }, { x, y: target.top + 12 });
    } else points.push({ x: leftwards ? right(target) + 4 : target.left - 4, y });
  } else {
    const upwards = bottom(target) <= card.top;
    const x = small ? target.left - 2 : clamp(centre(target).x, card.left + 36, right(card) - 36);
    const start = {
      x: clamp(x, card.left + 24, right(card) - 24),
      y: upwards ? card.top : bottom(card),
    };
    const gutter = start.y + (upwards ? -REACH : REACH);
    // Across a whole phone only the end of the way is drawn.
    if (!small && gapY > FAR) {
      const y = upwards ? bottom(target) : target.top;
      points.push({ x, y: y + (upwards ? 56 : -56) });
    } else points.push(start, { x: start.x, y: gutter }, { x, y: gutter });
    if (small) {
      const y = centre(target).y;
      points.push({ x, y }, { x: target.left + 12, y });
    } else points.push({ x, y: upwards ? bottom(target) + 4 : target.top - 4 });
  }
  return rounded(points.filter((one, at) => at === 0 || !same(one, points[at - 1]!)));
}
