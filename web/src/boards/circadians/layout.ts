// Where things stand. A stage of a fixed size is scaled to the window; what the window has beyond it is sky.
export type Tab = 'stations' | 'talks' | 'port' | 'planet' | 'cards'; // of a phone
export type Shape = 'wide' | 'middle' | 'phone';
// A phone that lies on its side has the tabs of a phone, and its own half for what is yours.
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
export interface Layout {
  shape: Shape;
  flat: boolean; // a phone on its side
  scale: number;
  W: number; // of the stage
  H: number;
  left: number; // of the stage in the window, in its own units
  planet: { x: number; y: number; s: number };
  talks: Box;
  log: Box | null;
  port: Box;
  stations: Box[]; // as STATIONS, without those that are not in the game
  event: Box;
  trades: Box | null; // in the place of the Temple, where there is none
  opponents: Box[];
  prompt: Box;
  you: Box;
  base: Box;
  outpost: Box | null;
  hand: Box;
  body: Box; // of the tabs, on a phone
  tabs: Box | null;
}

const BASE = {
  wide: [1440, 900],
  middle: [1024, 768],
  phone: [390, 760],
  flat: [780, 360],
} as const;
const HEAD = 47; // the buttons of the page over the table, which are not scaled
const TALL_PHONE = 844; // from here on every row has its full height
const LYING = 500; // a window less high than this, and wider than high

export function shapeOf(w: number, h: number): Shape {
  if (w < 720 || h > w * 1.15 || isFlat(w, h)) return 'phone';
  return w < 1180 ? 'middle' : 'wide';
}
const isFlat = (w: number, h: number): boolean => h < LYING && w > h * 1.15;
const box = (x: number, y: number, w: number, h: number): Box => ({ x, y, w, h });

// Which cell of the grid a station stands in: column and row.
const CELL: Record<string, [number, number]> = {
  mining_camp: [0, 0],
  academy: [1, 0],
  control_room: [0, 1],
  market: [1, 1],
  laboratory: [0, 2],
  foundry: [1, 2],
  temple: [0, 3],
};

export function layoutFor(
  w: number,
  h: number,
  stations: string[],
  seats: number,
  expansion: boolean,
  planning = false, // the own base then gets more room
): Layout {
  const shape = shapeOf(w, h);
  const flat = isFlat(w, h);
  const [bw, bh] = BASE[flat ? 'flat' : shape];
  const scale = Math.max(0.2, Math.min(w / bw, h / bh, 1.8));
  // A phone is filled to its edges, whatever its proportions.
  const W = shape === 'phone' ? Math.max(bw, w / scale) : bw;
  const H = shape === 'phone' ? Math.max(bh, h / scale) : bh;
  const common = { shape, flat, scale, W, H, left: Math.max(0, (w / scale - W) / 2) };
  const many = seats > 2; // opponents as strips
  const crowded = many && planning && shape === 'wide'; // four rows where there was room for more
  const grid = (
    x: number,
    y: number,
    cw: number,
    ch: number,
    gx: number,
    gy: number,
    first: number,
  ) =>
    stations.map((id) => {
      const [column, row] = CELL[id] ?? [0, 0];
      const top = row === 0 ? y : y + first + gy + (row - 1) * (ch + gy);
      const wide = id === 'temple' && many && !crowded;
      return box(x + column * (cw + gx), top, wide ? 2 * cw + gx : cw, row === 0 ? first : ch);
    });
  if (shape === 'wide') {
    const first = crowded ? 138 : many ? 152 : 104;
    const cardsX = expansion ? 1026 : 836;
    return {
      ...common,
      planet: many ? { x: 648, y: 261, s: 30.4 } : { x: 650, y: 288, s: 35 },
      talks: box(16, 58, 376, 440),
      log: many ? null : box(16, 506, 376, 126),
      port: many ? box(400, 474, 496, 158) : box(400, 520, 496, 112),
      stations: grid(904, 58, 256, crowded ? 92 : 104, 8, 8, first),
      event: crowded
        ? box(1168, 404, 256, 92)
        : many
          ? box(904, 554, 520, 78)
          : box(1168, 394, 256, 104),
      trades: expansion
        ? null
        : crowded
          ? box(904, 404, 256, 92)
          : box(904, many ? 442 : 394, many ? 520 : 256, 104),
      opponents: many
        ? [0, 1, 2].map((i) => box(16, 506 + i * 43, 376, 40))
        : [box(904, 506, 520, 126)],
      prompt: box(16, 640, 1408, 54),
      you: box(16, 702, 236, 184),
      base: box(260, 702, 568, 184),
      outpost: expansion ? box(836, 702, 180, 184) : null,
      hand: box(cardsX, 702, 1424 - cardsX, 184),
      body: box(0, 0, 0, 0),
      tabs: null,
    };
  }
  if (shape === 'middle') {
    const strips = Array.from({ length: seats - 1 }, (_, i) => i);
    const cell = many ? 82 : 92;
    const first = many ? 136 : 92;
    return {
      ...common,
      planet: many ? { x: 496, y: 216, s: 24 } : { x: 496, y: 226, s: 25.4 },
      talks: box(12, 50, 300, 386),
      log: null,
      port: box(320, many ? 390 : 410, 352, many ? 110 : 90),
      stations: grid(680, 50, 162, cell, 8, 4, first),
      event: many ? box(680, 448, 332, 52) : box(850, 50 + 3 * 96, 162, 92),
      trades: expansion ? null : many ? box(680, 362, 332, 82) : box(680, 338, 162, 92),
      opponents: many
        ? strips.map((i) => box(12 + (i * 303) / strips.length, 442, 303 / strips.length - 3, 58))
        : [box(12, 442, 300, 58)],
      prompt: box(12, 506, 1000, 50),
      you: box(12, 562, 196, 194),
      base: box(214, 562, 420, 194),
      outpost: expansion ? box(640, 562, 130, 194) : null,
      hand: box(expansion ? 776 : 640, 562, expansion ? 236 : 372, 194),
      body: box(0, 0, 0, 0),
      tabs: null,
    };
  }
  const head = HEAD / scale;
  return {
    ...common,
    ...(flat ? lying : standing)(W, H, head, planning),
    log: null,
    outpost: null,
    trades: null,
  };
}

type Tabbed = Omit<
  Layout,
  'shape' | 'flat' | 'scale' | 'W' | 'H' | 'left' | 'log' | 'outpost' | 'trades'
>;
const tabbed = (body: Box, prompt: Box, strip: Box) => ({
  planet: { x: body.w / 2, y: body.h / 2, s: Math.min(31, body.h / 13.4, body.w / 12.1) },
  talks: body,
  port: body,
  stations: [],
  prompt,
  you: strip,
  base: strip,
  hand: body,
  body,
});

// From the top: opponents, tabs, event, body, slip, own base.
function standing(W: number, H: number, head: number, planning: boolean): Tabbed {
  const room = Math.min(1, Math.max(0, (H - BASE.phone[1]) / (TALL_PHONE - BASE.phone[1])));
  const part = (least: number, more: number) => Math.round(least + more * room);
  const w = W - 16;
  const opponents = box(8, head, w, part(37, 5));
  const tabs = box(8, head + opponents.h + part(2, 3), w, part(42, 6));
  const event = box(8, tabs.y + tabs.h + 3, w, part(28, 6));
  const strip = box(8, 0, w, part(158, 10) + (planning ? part(12, 38) : 0));
  strip.y = H - 4 - strip.h;
  const prompt = box(8, 0, w, part(90, 8));
  prompt.y = strip.y - 4 - prompt.h;
  const top = event.y + event.h + 3;
  const body = box(8, top, w, prompt.y - 4 - top);
  return { ...tabbed(body, prompt, strip), opponents: [opponents], tabs, event };
}

// Tabs and body on the left, event, slip and own base on the right.
function lying(W: number, H: number, head: number, planning: boolean): Tabbed {
  const right = 304 + Math.max(0, (W - BASE.flat[0]) / 3);
  const x = W - 6 - right;
  const body = box(64, head, x - 70, H - head - 5);
  const event = box(x, head, right, 35);
  const prompt = box(x, head + 39, right, planning ? 88 : 104);
  const strip = box(x, prompt.y + prompt.h + 5, right, 0);
  strip.h = H - 5 - strip.y;
  const tabs = box(5, head, 55, body.h);
  const opponents = box(266, 4, W - 266 - (2 * head + 12), head - 9);
  return { ...tabbed(body, prompt, strip), opponents: [opponents], tabs, event };
}
