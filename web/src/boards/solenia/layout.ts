// Where things stand, for three shapes of screen. A stage of the size below is scaled to the window; what the window
// has beyond it is given to the stage, so that the sky and the outer columns reach the edges.
export type Shape = 'wide' | 'middle' | 'phone';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
export const placed = ({ x, y, w, h }: Box): string =>
  `left: ${x}px; top: ${y}px; width: ${w}px; height: ${h}px`;

export interface Layout {
  shape: Shape;
  scale: number;
  W: number;
  H: number;
  cell: number;
  gap: number;
  head: number; // above the strips: their chips
  pad: number; // of a strip, above and below its spaces
  board: Box;
  round: Box;
  orders: Box;
  log: Box | null;
  opponents: Box;
  prompt: Box;
  mine: Box;
  slots: Box | null; // null: with the store
  hand: Box;
  card: number; // of the hand
  tile: { w: number; h: number }; // an order, when three of a kind lie open
}

const BASE = { wide: [1440, 900], middle: [1024, 768], phone: [390, 844] } as const;
const SHORTEST_PHONE = 826;

export function shapeOf(w: number, h: number): Shape {
  if (w < 720 || h > w * 1.15) return 'phone';
  return w < 1180 ? 'middle' : 'wide';
}

const MENU = 54; // px of the window: the page's button in the corner

// A phone held across: the board at full height beside the menu, everything else in a column beside it.
function across(w: number, h: number): Layout {
  const scale = Math.min(w / 800, h / 390, 1.6);
  const W = w / scale;
  const H = h / scale;
  const gap = 3.5;
  const left = MENU / scale;
  const cell = Math.min(90, (H - 34) / 5, (W - left - 374 - 12 - 4 * gap) / 5);
  const board = { x: left, y: 4, w: 5 * cell + 4 * gap, h: 25 + 5 * cell };
  const from = board.x + board.w;
  const x = from + Math.max(8, (W - from - 374) / 2);
  return {
    shape: 'phone',
    scale,
    W,
    H,
    cell,
    gap,
    head: 19,
    pad: 3,
    board,
    round: { x: x + 187 - 22, y: 9, w: 0, h: 30 },
    orders: { x, y: 100, w: 374, h: 60 },
    log: null,
    opponents: { x, y: 50, w: 374, h: 46 },
    prompt: { x, y: 165, w: 374, h: 48 },
    mine: { x, y: 219, w: 374, h: 94 },
    slots: null,
    hand: { x, y: H - 74, w: 374, h: 72 },
    card: 64,
    tile: { w: 58, h: 60 },
  };
}

export function layoutFor(w: number, h: number): Layout {
  if (h < 500 && w > h * 1.3) return across(w, h);
  const shape = shapeOf(w, h);
  const [bw, bh] = BASE[shape];
  const least = shape === 'phone' ? SHORTEST_PHONE : bh;
  const scale = Math.max(0.2, Math.min(w / bw, h / least, 1.6));
  const W = w / scale;
  const H = h / scale;
  const dy = H - bh;
  const common = { shape, scale, W, H };
  if (shape === 'wide') {
    // A higher window lets the board grow as far as the columns beside it allow.
    const cell = Math.min(118 + Math.max(0, dy) / 5.2, (W - 2 * 404 - 36) / 5, 150);
    const gap = 9;
    const bwide = 5 * cell + 4 * gap;
    const bhigh = 24 + 6 + 5 * cell + 6;
    const dock = H - 206;
    return {
      ...common,
      cell,
      gap,
      head: 24,
      pad: 6,
      board: { x: (W - bwide) / 2, y: 56 + Math.max(0, dock - 68 - bhigh) / 2, w: bwide, h: bhigh },
      round: { x: W / 2, y: 9, w: 0, h: 34 },
      orders: { x: 24, y: 64, w: 360, h: 316 },
      log: { x: 24, y: 392, w: 360, h: dock - 404 },
      opponents: { x: W - 384, y: 64, w: 360, h: dock - 76 },
      prompt: { x: W / 2 - 290, y: dock - 10, w: 580, h: 52 },
      mine: { x: 24, y: dock, w: 400, h: 188 },
      slots: { x: W - 424, y: dock, w: 400, h: 188 },
      hand: { x: W / 2 - 280, y: dock + 48, w: 560, h: 150 },
      card: 126,
      tile: { w: 102, h: 98 },
    };
  }
  if (shape === 'middle') {
    const cell = Math.min(92 + Math.max(0, dy) / 5.2, (W - 2 * 260 - 16 - 28) / 5, 130);
    const gap = 7;
    const bwide = 5 * cell + 4 * gap;
    const bhigh = 22 + 5 + 5 * cell + 5;
    const dock = H - 160;
    return {
      ...common,
      cell,
      gap,
      head: 22,
      pad: 5,
      board: {
        x: (W - bwide) / 2,
        y: 50 + Math.max(0, dock - 58 - 50 - bhigh) / 2,
        w: bwide,
        h: bhigh,
      },
      round: { x: W / 2, y: 8, w: 0, h: 32 },
      orders: { x: 16, y: 52, w: 236, h: 274 },
      log: { x: 16, y: 334, w: 236, h: dock - 342 },
      opponents: { x: W - 252, y: 52, w: 236, h: dock - 60 },
      prompt: { x: W / 2 - 244, y: dock - 57, w: 488, h: 50 },
      mine: { x: 16, y: dock, w: 308, h: 152 },
      slots: { x: W - 324, y: dock, w: 308, h: 152 },
      hand: { x: W / 2 - 184, y: dock, w: 368, h: 152 },
      card: 84,
      tile: { w: 66, h: 84 },
    };
  }
  const left = W / 2 - 187;
  const extra = Math.max(0, dy);
  const cell = 72;
  const hand = Math.max(72, Math.min(112, 112 + dy));
  const top = 184 + extra * 0.35;
  return {
    ...common,
    cell,
    gap: 3.5,
    head: 19,
    pad: 3,
    board: { x: left, y: top, w: 374, h: 385 },
    round: { x: W / 2 - 22, y: 11, w: 0, h: 30 },
    orders: { x: left, y: 101 + extra * 0.2, w: 374, h: 76 },
    log: null,
    opponents: { x: left, y: 50 + extra * 0.1, w: 374, h: 46 },
    prompt: { x: left, y: 572 + extra * 0.5, w: 374, h: 52 },
    mine: { x: left, y: 631 + extra * 0.65, w: 374, h: 94 },
    slots: null,
    hand: { x: left, y: H - hand - 3, w: 374, h: hand },
    card: Math.min(100, hand - 12),
    tile: { w: 60, h: 76 },
  };
}
