// Where everything stands in the window as it is: the layout, and what is larger while one plans.
import { layoutFor, shapeOf, type Box, type Layout } from './layout';
import { STATIONS } from './model';
import type { Pack, Station } from './pack';

export const at = (box: Box): string =>
  `left:${box.x}px;top:${box.y}px;width:${box.w}px;height:${box.h}px`;

const USUAL = { width: 1440, height: 900 };
const PLAN_BOXES = {
  prompt: { x: 16, y: 526, w: 1408, h: 58 },
  you: { x: 16, y: 596, w: 236, h: 292 },
  base: { x: 260, y: 596, w: 660, h: 292 },
  port: { x: 928, y: 596, w: 496, h: 112 },
  hand: { x: 928, y: 716, w: 496, h: 174 },
};

interface Given {
  readonly pack: Pack;
  readonly seats: number;
  readonly expansion: boolean;
  readonly plans: boolean; // it is the phase of plans, and the viewer has one
  readonly assigning: boolean; // dice are placed now
}

export class Places {
  width = $state(0);
  height = $state(0);

  constructor(private readonly given: Given) {}

  private get w(): number {
    return this.width || USUAL.width;
  }
  private get h(): number {
    return this.height || USUAL.height;
  }
  stations = $derived.by((): Station[] =>
    STATIONS.flatMap((id) => this.given.pack.stations.find((one) => one.id === id) ?? []).filter(
      (one) => this.given.expansion || !one.expansion,
    ),
  );
  layout = $derived.by((): Layout => {
    const { seats, expansion, plans, assigning } = this.given;
    return layoutFor(
      this.w,
      this.h,
      this.stations.map((one) => one.id),
      seats,
      expansion,
      plans && (shapeOf(this.w, this.h) !== 'phone' || assigning),
    );
  });
  get phone(): boolean {
    return this.layout.shape === 'phone';
  }
  get planning(): boolean {
    return this.layout.shape === 'wide' && this.given.plans;
  }
  boxes = $derived.by((): Layout =>
    this.planning ? { ...this.layout, ...PLAN_BOXES } : this.layout,
  );

  // Large cards leave the slip free.
  get choice(): Box {
    const { flat, prompt, opponents, W, H } = this.layout;
    const [first] = opponents;
    const top = first!.y + (flat ? first!.h : 0);
    return flat
      ? { x: 8, y: top, w: prompt.x - 16, h: H - top - 6 }
      : { x: 8, y: top, w: W - 16, h: prompt.y - top - 6 };
  }
  // How far from the bottom of the stage it is free over the slip.
  get overPrompt(): number {
    return this.layout.H - this.boxes.prompt.y + 8;
  }

  // What lies over the table: in the middle, on a phone over the body of the tabs.
  over(top: number | null, w: number): string {
    const { body, flat, W } = this.layout;
    return [
      this.phone ? `left:${body.x}px;width:${body.w}px` : `left:${(W - w) / 2}px;width:${w}px`,
      top === null ? '' : `top:${flat ? body.y : top}px`,
    ].join(';');
  }

  // The round stands beside the buttons of the page, which are not scaled.
  get chip(): string {
    const { flat, scale, W } = this.layout;
    if (!this.phone) return '';
    const width = flat ? 258 - 54 / scale : W - 156 / scale;
    return `left:${54 / scale}px;width:${width}px;top:${23 / scale - 18}px`;
  }

  get deed(): string {
    const { event, planet, shape } = this.layout;
    if (this.phone) return at({ ...event, h: 38 });
    const w = shape === 'wide' ? 500 : 352; // as wide as the Planet
    return at({ x: planet.x - w / 2, y: shape === 'wide' ? 54 : 48, w, h: 38 });
  }
}
