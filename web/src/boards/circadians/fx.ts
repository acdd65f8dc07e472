// Motion that explains: what an event says is seen to travel, drive, turn or drop. It plays above a table whose state is
// already what the event tells, and can be ended at any moment.
import type { GameEvent } from '../../engine/messages';
import { DROP, INOUT, motionFactor, OUT } from '../common/motion';
import { FACTIONS, GOODS, goodOf, STATIONS, type CircadiansView, type Good } from './model';
import { placeOf, tabOf, whereNow } from './told';

const SVG = 'http://www.w3.org/2000/svg';
// Shorter than this nothing can be followed; then it goes on while the next thing begins.
const LEAST = 300;
const ROLL = 600;
const SCREEN = 700;

interface Copy {
  node: Element;
  at: DOMRect;
}
export interface Before {
  from?: DOMRect; // where it comes from
  copies?: Copy[]; // what is not there any more
  dice?: (Copy & { seat: string })[]; // that go home
  base?: DOMRect;
}

export class Fx {
  private running = new Set<Animation>();
  private pieces = new Set<Element>();
  private source = new Map<number, string[]>(); // where that is which a seat's last deed was done at
  private tiles = new Map<string, Copy>(); // tiles that were taken from their stacks

  constructor(
    private root: HTMLElement,
    private layer: HTMLElement, // above the table
    private under: HTMLElement, // behind it
    private scale: () => number,
  ) {}

  // --- before the table changes ---

  look(event: GameEvent, own: number, view: CircadiansView): Before {
    const seat = Number(event.seat ?? 0);
    if (motionFactor() === 0) return {};
    switch (event.event) {
      case 'sent':
      case 'partner':
      case 'ai-sent':
        return { from: this.leaving(event, seat, own) };
      case 'planned': {
        const screens = this.root.querySelectorAll('.cloth, .rail');
        return screens.length === 0
          ? {}
          : { copies: this.copies(screens), base: this.rect('[data-base]') };
      }
      case 'moved':
      case 'ai-moved':
        return { from: this.rect(`[data-harvester="${seat}"]`) };
      case 'tile-shown': {
        // It lay here until now; its taker says where it goes.
        const stacks = event.kind === 'ship' ? view.ships_up : view.farms_up;
        const id = stacks[Number(event.stack) - 1];
        const [copy] = this.copies(
          this.root.querySelectorAll(`[data-tile="${event.kind}${event.stack}"]`),
        );
        if (id && copy) this.tiles.set(id, copy);
        return {};
      }
      case 'fulfilled':
      case 'discarded':
        return {
          copies: this.copies(this.root.querySelectorAll(`[data-contract="${event.contract}"]`)),
          from: this.rect(`[data-seat="${seat}"]`),
        };
      case 'radio':
        return { from: this.rect(`[data-seat="${view.radio + 1}"]`) };
      case 'round':
        return {
          dice: [
            ...this.root.querySelectorAll(
              '[data-station] .die, [data-place^="outpost"] .die, [data-base] .die, [data-garage-of] .die, [data-farm-of] .die',
            ),
          ].map((die) => ({
            node: die.cloneNode(true) as Element,
            at: die.getBoundingClientRect(),
            seat: die.getAttribute('data-of') ?? '',
          })),
        };
      default:
        return {};
    }
  }

  // --- after it has changed ---

  show(
    event: GameEvent,
    before: Before,
    ms: number,
    own: number,
    points: number,
    rest: GameEvent[],
  ): void {
    const seat = Number(event.seat ?? 0);
    this.remember(event, seat, own);
    if (motionFactor() === 0) return;
    const time = Math.max(LEAST * motionFactor(), ms);
    if (points > 0) this.stars(seat, points, time);
    switch (event.event) {
      case 'sent':
      case 'ai-sent':
        return this.send(event, before.from, time, own);
      case 'partner':
        return this.fly(this.last('[data-station="laboratory"] .die'), before.from, time);
      case 'planned':
        if (before.copies) this.screens(before.copies, before.base);
        if (seat !== own) this.rise(this.one(whereNow(event, own))?.querySelector('.die'), time);
        return;
      case 'gained':
      case 'ai-gems':
        return Number(event.n) < 0
          ? this.goods(event, this.bank(seat, event), this.place(seat), time)
          : this.goods(event, this.place(seat), this.bank(seat, event), time);
      case 'paid': {
        // What it costs to send a piece is paid before it leaves.
        const next = rest.find((one) => one.event !== 'paid');
        const to = next?.event === 'sent' && this.one(whereNow(next, own));
        const goal = to ? to.getBoundingClientRect() : this.place(seat);
        return this.goods(event, this.bank(seat, event), goal, time);
      }
      case 'lost':
        return this.goods(event, this.bank(seat, event), this.place(seat), time);
      case 'moved':
      case 'ai-moved':
        return this.drive(`[data-harvester="${seat}"]`, before.from, time);
      case 'token-taken':
        return this.hop(`[data-harvester="${seat}"]`, time);
      case 'breakthrough':
        return this.burst(`[data-incident="${event.breakthrough}"]`, time);
      case 'setback':
        return this.shake(`[data-incident="${event.setback}"]`, time);
      case 'ability':
        return this.swell(`[data-ability="${event.faction}"]`, time);
      case 'ship':
      case 'farm-tile':
        return this.tile(event, own, time);
      case 'tile-shown':
      case 'event':
        return this.turnUp(this.one(whereNow(event, own)), time);
      case 'fulfilled':
        return this.fulfil(seat, own, before, time);
      case 'drew':
        return this.deal(this.root.querySelector(`[data-contract="${event.contract}"]`), time);
      case 'drew-hidden':
        return this.icon('i-contract', this.rect('[data-event]'), this.home(seat), time);
      case 'specialist':
      case 'ai-specialist':
        return this.swell(whereNow(event, own)[0] ?? '', time);
      case 'unlocked':
        return this.swap(event, own, time);
      case 'canteen':
        if (seat === own) this.swell('[data-place="canteen"]', time);
        return;
      case 'harvest':
      case 'harvest-turn':
        return this.scoop(seat, time);
      case 'farm-worked':
        return this.swell(whereNow(event, own)[0] ?? '', time);
      case 'hq-roll':
        return this.tumble(this.last('[data-place="hq"] .die'), 0, time);
      case 'radio':
        return this.icon('i-radio', before.from, this.home(seat), time);
      case 'round':
        return this.night(before.dice ?? [], own, Math.max(ms, 900 * motionFactor()));
      default:
    }
  }

  // The dice of a new plan fall into the tray and settle one after the other.
  roll(): void {
    const factor = motionFactor();
    if (factor === 0) return;
    this.root
      .querySelectorAll('.tray .die')
      .forEach((die, i) => this.tumble(die, i * 40 * factor, ROLL * factor));
  }
  // A die goes from the tray to where it was just put.
  assign(from: DOMRect | undefined, before: CircadiansView, after: CircadiansView, own: number) {
    const [old, now] = [before.players[own - 1], after.players[own - 1]];
    if (!from || !old || !now || motionFactor() === 0) return;
    const garage = now.garages.findIndex((one, i) => one !== 0 && old.garages[i] === 0);
    const farm = now.farms.findIndex((one, i) => one !== 0 && old.farms[i] === 0);
    const to =
      garage >= 0 ? `[data-garage="${garage + 1}"]` : farm >= 0 ? `[data-farm="${farm + 1}"]` : '';
    const die = to
      ? this.root.querySelector(`${to} .die`)
      : this.last('[data-place="canteen"] .die');
    if (garage < 0 && farm < 0 && now.canteen <= old.canteen) return;
    this.fly(die, from, 180 * motionFactor());
  }
  held(): DOMRect | undefined {
    return this.rect('.tray .hold .die');
  }

  finish(): void {
    for (const one of this.running) one.finish();
    this.running.clear();
    for (const one of this.pieces) one.remove();
    this.pieces.clear();
  }

  // Without travel: dice fade in where they are; what came or went stands beside its number for a while.
  settle(before: CircadiansView, after: CircadiansView): void {
    if (before === after) return;
    const fade = (what: string) => {
      for (const die of this.root.querySelectorAll(`${what} .die`))
        this.animate(die, [{ opacity: 0.2 }, { opacity: 1 }], { duration: 120 });
    };
    STATIONS.forEach((id, i) => {
      if (String(before.stations[i]) !== String(after.stations[i])) fade(`[data-station="${id}"]`);
    });
    FACTIONS.forEach((id, i) =>
      after.negotiation[i]?.forEach((piece, row) => {
        if (piece && piece !== before.negotiation[i]?.[row])
          fade(`[data-place="${id}-${row + 1}"]`);
      }),
    );
    after.players.forEach((player, i) => {
      const old = before.players[i];
      if (!old) return;
      for (const good of GOODS) this.tell(i + 1, good, player.goods[good] - old.goods[good]);
    });
  }
  private tell(seat: number, good: Good, by: number): void {
    const to = this.rect(`[data-bank="${seat}-${good}"]`);
    if (by === 0 || !to) return;
    const box = document.createElement('div');
    box.className = 'pop';
    box.textContent = `${by > 0 ? '+' : '−'}${Math.abs(by)}`;
    this.put(box, new DOMRect(to.right - 26, to.top - 8, 0, 0));
    this.away(box, this.animate(box, [{ opacity: 1 }, { opacity: 1 }], { duration: 1200 }));
  }

  // --- the table ---

  private one(selectors: string[]): Element | null {
    for (const selector of selectors) {
      const found = this.root.querySelector(selector);
      if (found) return found;
    }
    return null;
  }
  private rect(selector: string): DOMRect | undefined {
    return this.root.querySelector(selector)?.getBoundingClientRect();
  }
  private last(selector: string): Element | null {
    const all = this.root.querySelectorAll(selector);
    return all[all.length - 1] ?? null;
  }
  private home(seat: number): DOMRect | undefined {
    return this.rect(`[data-seat="${seat}"] .avatar`) ?? this.rect(`[data-seat="${seat}"]`);
  }
  private bank(seat: number, event: GameEvent): DOMRect | undefined {
    return this.rect(`[data-bank="${seat}-${goodOf(String(event.resource ?? 'G'))}"]`);
  }
  private place(seat: number): DOMRect | undefined {
    return this.one(this.source.get(seat) ?? [])?.getBoundingClientRect() ?? this.home(seat);
  }
  private remember(event: GameEvent, seat: number, own: number): void {
    if (event.event === 'sent' || event.event === 'ai-sent')
      this.source.set(seat, [`[data-place="${placeOf(event)}"]`, ...whereNow(event, own)]);
    else if (event.event === 'harvest' || event.event === 'harvest-turn')
      this.source.set(seat, [`[data-harvester="${seat}"]`]);
    else if (['farm-worked', 'canteen', 'breakthrough', 'ability'].includes(event.event))
      this.source.set(seat, whereNow(event, own));
    else if (event.event === 'round') this.source.clear();
  }
  private leaving(event: GameEvent, seat: number, own: number): DOMRect | undefined {
    const from =
      event.from === 'hq'
        ? `[data-place="hq"] .die[data-of="${seat}"]`
        : seat === own
          ? `[data-garage="${event.from}"] .die`
          : `[data-garage-of="${seat}-${event.from}"] .die`;
    return this.rect(from) ?? this.home(seat);
  }
  private copies(nodes: NodeListOf<Element>): Copy[] {
    return [...nodes].map((node) => ({
      node: node.cloneNode(true) as Element,
      at: node.getBoundingClientRect(),
    }));
  }

  // --- pieces above the table ---

  private animate(node: Element, frames: Keyframe[], options: KeyframeAnimationOptions): Animation {
    const one = node.animate(frames, options);
    this.running.add(one);
    const done = () => this.running.delete(one);
    one.finished.then(done, done);
    return one;
  }
  private away(box: Element, one: Animation): void {
    const gone = () => {
      box.remove();
      this.pieces.delete(box);
    };
    one.finished.then(gone, gone);
  }
  private put(box: HTMLElement, at: DOMRect, layer = this.layer): HTMLElement {
    const home = layer.getBoundingClientRect();
    box.classList.add('flying');
    box.style.left = `${at.left - home.left}px`;
    box.style.top = `${at.top - home.top}px`;
    if (at.width > 0) {
      box.style.width = `${at.width}px`;
      box.style.height = `${at.height}px`;
    }
    layer.append(box);
    this.pieces.add(box);
    return box;
  }
  // A copy stands unscaled above a scaled stage.
  private stand({ node, at }: Copy, layer = this.layer): HTMLElement {
    const box = document.createElement('div');
    if (node instanceof SVGElement) {
      node.setAttribute('width', '100%');
      node.setAttribute('height', '100%');
    } else if (node instanceof HTMLElement) {
      const scale = this.scale();
      node.removeAttribute('data-lit');
      node.style.cssText += `;position:absolute;left:0;top:0;width:${at.width / scale}px;height:${at.height / scale}px;transform:scale(${scale});transform-origin:0 0`;
    }
    box.append(node);
    return this.put(box, at, layer);
  }
  private symbol(id: string, at: DOMRect, size: number): HTMLElement {
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', '0 0 24 24');
    const use = document.createElementNS(SVG, 'use');
    use.setAttribute('href', `#${id}`);
    svg.append(use);
    const middle = new DOMRect(
      at.left + at.width / 2 - size / 2,
      at.top + at.height / 2 - size / 2,
      size,
      size,
    );
    return this.stand({ node: svg, at: middle });
  }
  // Along an arc to the middle of `to`, and gone there.
  private arc(box: HTMLElement, at: DOMRect, to: DOMRect, ms: number, delay = 0, end = 0.6): void {
    const [dx, dy] = between(at, to);
    const up = Math.min(60, 14 + Math.hypot(dx, dy) * 0.12);
    this.away(
      box,
      this.animate(
        box,
        [
          { transform: 'scale(.6)', opacity: 0 },
          { transform: 'none', opacity: 1, offset: 0.15 },
          {
            transform: `translate(${dx * 0.5}px,${dy * 0.5 - up}px) scale(1.1)`,
            opacity: 1,
            offset: 0.55,
          },
          { transform: `translate(${dx}px,${dy}px)`, opacity: 1, offset: 0.92 },
          { transform: `translate(${dx}px,${dy}px) scale(${end})`, opacity: 0 },
        ],
        { duration: ms, delay, easing: INOUT, fill: 'both' },
      ),
    );
  }
  private icon(id: string, from: DOMRect | undefined, to: DOMRect | undefined, ms: number): void {
    if (from && to) this.arc(this.symbol(id, from, 26), from, to, ms);
  }

  // --- what happens ---

  private send(event: GameEvent, from: DOMRect | undefined, ms: number, own: number): void {
    const seat = Number(event.seat);
    const places = [
      `[data-place="${placeOf(event)}"] .die[data-of="${seat}"]`,
      `[data-station="${event.to}"] .die[data-of="${seat}"]`,
      `[data-place^="${event.to === 'depository' ? 'depository' : event.faction}-"] .die[data-of="${seat}"]`,
    ];
    const die = places.map((one) => this.last(one)).find((one) => one !== null);
    if (die) return this.fly(die, from, ms);
    // On a phone another tab may be open: it goes there.
    const tab = this.rect(`[data-tab="${tabOf(event)}"]`);
    const to = tab ?? this.one(whereNow(event, own))?.getBoundingClientRect();
    if (from && to) this.arc(this.symbol('i-die', from, 26), from, to, ms);
  }
  // A die on an arc from where it was; where it stands now it is seen when it lands.
  private fly(die: Element | null | undefined, from: DOMRect | undefined, ms: number): void {
    if (!die || !from) return;
    const to = die.getBoundingClientRect();
    const box = this.stand({ node: die.cloneNode(true) as Element, at: to });
    const [dx, dy] = between(to, from);
    const lift = Math.min(90, Math.hypot(dx, dy) * 0.18);
    this.away(
      box,
      this.animate(
        box,
        [
          { transform: `translate(${dx}px,${dy}px)` },
          { transform: `translate(${dx}px,${dy - 12}px) scale(1.12)`, offset: 0.18 },
          {
            transform: `translate(${dx * 0.5}px,${dy * 0.5 - lift}px) scale(1.14) rotate(-8deg)`,
            offset: 0.6,
          },
          { transform: 'scale(1.04)', offset: 0.92 },
          { transform: 'none' },
        ],
        { duration: ms, easing: INOUT, fill: 'both' },
      ),
    );
    this.hide(die, ms);
  }
  private hide(node: Element, ms: number, delay = 0): void {
    this.animate(node, [{ opacity: 0 }, { opacity: 0, offset: 0.96 }, { opacity: 1 }], {
      duration: ms,
      delay,
      fill: 'backwards',
    });
  }
  // Two other faces on the way, then its own.
  private tumble(die: Element | null, delay: number, ms: number): void {
    if (!die) return;
    const at = die.getBoundingClientRect();
    const frames = (opacity: number[]): Keyframe[] => [
      { transform: 'translateY(-34px) rotate(-240deg) scale(.8)', opacity: opacity[0] },
      { transform: 'translateY(2px) rotate(-130deg)', opacity: opacity[0], offset: 0.34 },
      { transform: 'translateY(2px) rotate(-130deg)', opacity: opacity[1], offset: 0.35 },
      { transform: 'translateY(-9px) rotate(-50deg)', opacity: opacity[1], offset: 0.64 },
      { transform: 'translateY(-9px) rotate(-50deg)', opacity: opacity[2], offset: 0.65 },
      { transform: 'none', opacity: opacity[2] },
    ];
    const how = { duration: ms, delay, easing: OUT, fill: 'backwards' as const };
    const faces = [
      [1, 0, 0],
      [0, 1, 0],
    ];
    faces.forEach((opacity, i) => {
      const copy = die.cloneNode(true) as Element;
      const pips = copy.querySelectorAll('use')[1];
      const own = Number(/\d$/.exec(pips?.getAttribute('href') ?? '')?.[0] ?? 1);
      pips?.setAttribute('href', `#pip-${((own + i + 2) % 6) + 1}`);
      const box = this.stand({ node: copy, at });
      this.away(box, this.animate(box, frames(opacity), { ...how, fill: 'both' }));
    });
    this.animate(die, frames([0, 0, 1]), how);
  }
  private rise(node: Element | null | undefined, ms: number): void {
    if (node)
      this.animate(
        node,
        [
          { transform: 'translateY(8px) scale(.5)', opacity: 0 },
          { transform: 'none', opacity: 1 },
        ],
        { duration: ms, easing: DROP },
      );
  }
  // The cloth drops out at the bottom, the base goes to its place.
  private screens(copies: Copy[], base: DOMRect | undefined): void {
    const ms = SCREEN * motionFactor();
    for (const copy of copies) {
      const box = this.stand(copy, this.under);
      this.away(
        box,
        this.animate(
          box,
          [
            { transform: 'none', opacity: 1 },
            { transform: 'translateY(-8px)', opacity: 1, offset: 0.15 },
            { transform: `translateY(${window.innerHeight - copy.at.top + 20}px)`, opacity: 0.9 },
          ],
          { duration: ms, easing: INOUT, fill: 'both' },
        ),
      );
    }
    const node = this.root.querySelector('[data-base]');
    if (!node || !base) return;
    const now = node.getBoundingClientRect();
    const scale = this.scale();
    this.animate(
      node,
      [
        {
          transform: `translate(${(base.left - now.left) / scale}px,${(base.top - now.top) / scale}px) scale(${base.width / now.width},${base.height / now.height})`,
          transformOrigin: '0 0',
        },
        { transform: 'none', transformOrigin: '0 0' },
      ],
      { duration: ms, easing: INOUT },
    );
  }
  private goods(
    event: GameEvent,
    from: DOMRect | undefined,
    to: DOMRect | undefined,
    ms: number,
  ): void {
    if (!from || !to) return;
    const count = Math.min(5, Math.abs(Number(event.n ?? 1)));
    for (let i = 0; i < count; i++) {
      const box = this.symbol(`i-${goodOf(String(event.resource ?? 'G'))}`, from, 22);
      this.arc(box, from, to, ms, i * 60 * motionFactor());
    }
  }
  private stars(seat: number, n: number, ms: number): void {
    const to = this.rect(`[data-score="${seat}"]`);
    const from = this.place(seat);
    if (!from || !to) return;
    for (let i = 0; i < Math.min(3, n); i++)
      this.arc(this.symbol('i-star', from, 26), from, to, ms, ms * 0.4 + i * 70 * motionFactor());
    const node = this.root.querySelector(`[data-score="${seat}"]`)!;
    this.animate(
      node,
      [{ transform: 'none' }, { transform: 'scale(1.25)', offset: 0.5 }, { transform: 'none' }],
      { duration: 320 * motionFactor(), delay: ms * 1.3, easing: DROP },
    );
  }
  private drive(selector: string, from: DOMRect | undefined, ms: number): void {
    const node = this.root.querySelector(selector);
    if (!node || !from) return;
    const [dx, dy] = between(node.getBoundingClientRect(), from).map((one) => one / this.scale());
    this.animate(
      node,
      [
        { transform: `translate(${dx}px,${dy}px)` },
        { transform: `translate(${dx! * 0.5}px,${dy! * 0.5 - 2}px)`, offset: 0.5 },
        { transform: 'none' },
      ],
      { duration: ms, easing: INOUT },
    );
    this.puff(from, ms);
  }
  // Dust where it was.
  private puff(at: DOMRect, ms: number): void {
    for (const side of [-1, 1]) {
      const box = document.createElement('div');
      box.className = 'dust';
      this.put(
        box,
        new DOMRect(at.left + at.width / 2 - 6, at.bottom - at.height * 0.3 - 6, 12, 12),
      );
      this.away(
        box,
        this.animate(
          box,
          [
            { transform: 'scale(.4)', opacity: 0.8 },
            { transform: `translate(${side * 12}px,-5px) scale(1.4)`, opacity: 0 },
          ],
          { duration: ms, easing: OUT, fill: 'both' },
        ),
      );
    }
  }
  private hop(selector: string, ms: number): void {
    const node = this.root.querySelector(selector);
    if (node)
      this.animate(
        node,
        [
          { transform: 'none' },
          { transform: 'translateY(-7px)', offset: 0.4 },
          { transform: 'none' },
        ],
        { duration: ms, easing: OUT },
      );
  }
  private swell(selector: string, ms: number): void {
    const node = selector ? this.root.querySelector(selector) : null;
    if (node)
      this.animate(
        node,
        [{ transform: 'none' }, { transform: 'scale(1.1)', offset: 0.4 }, { transform: 'none' }],
        { duration: ms, easing: OUT },
      );
  }
  // Six rays around the token.
  private burst(selector: string, ms: number): void {
    const at = this.rect(selector);
    this.turnUp(this.root.querySelector(selector), ms);
    if (!at) return;
    for (let i = 0; i < 6; i++) {
      const box = document.createElement('div');
      box.className = 'ray';
      this.put(box, new DOMRect(at.left + at.width / 2 - 2, at.top + at.height / 2 - 9, 4, 18));
      const turn = `rotate(${i * 60}deg)`;
      this.away(
        box,
        this.animate(
          box,
          [
            { transform: `${turn} translateY(-10px) scaleY(.3)`, opacity: 0 },
            { transform: `${turn} translateY(-22px)`, opacity: 1, offset: 0.4 },
            { transform: `${turn} translateY(-38px) scaleY(.4)`, opacity: 0 },
          ],
          { duration: ms * 1.2, easing: OUT, fill: 'both' },
        ),
      );
    }
  }
  private shake(selector: string, ms: number): void {
    const strip = this.root.querySelector(selector)?.parentElement;
    if (!strip) return;
    this.animate(
      strip,
      [0, -2, 2, -2, 2, 0].map((x) => ({ transform: `translateX(${x}px)` })),
      { duration: ms * 0.7, easing: 'linear' },
    );
    this.turnUp(this.root.querySelector(selector), ms);
  }
  private turnUp(node: Element | null, ms: number): void {
    if (node)
      this.animate(
        node,
        [
          { transform: 'scaleX(.05)', opacity: 0.4 },
          { transform: 'scaleX(1.04)', opacity: 1, offset: 0.8 },
          { transform: 'none' },
        ],
        { duration: ms, easing: OUT },
      );
  }
  // From the stack it lay on to its Garage or slot.
  private tile(event: GameEvent, own: number, ms: number): void {
    const id = String(event.tile);
    const copy = this.tiles.get(id);
    this.tiles.delete(id);
    const goal = this.one(whereNow(event, own));
    const to = (event.event === 'ship' && goal?.querySelector('.shp')) || goal;
    if (!copy || !to) return;
    const box = this.stand(copy);
    const end = to.getBoundingClientRect();
    const [dx, dy] = between(copy.at, end);
    const small = Math.max(0.3, Math.min(1, end.height / copy.at.height));
    this.away(
      box,
      this.animate(
        box,
        [
          { transform: 'none', opacity: 1 },
          { transform: 'translateY(-10px) scale(1.1)', opacity: 1, offset: 0.2 },
          { transform: `translate(${dx * 0.5}px,${dy * 0.5 - 40}px)`, opacity: 1, offset: 0.6 },
          { transform: `translate(${dx}px,${dy}px) scale(${small})`, opacity: 0.6 },
        ],
        { duration: ms, easing: INOUT, fill: 'both' },
      ),
    );
    if (goal !== this.root.querySelector(`[data-seat="${event.seat}"]`)) this.hide(to, ms);
  }
  // A seal is stamped, the card becomes small and goes to what its owner has fulfilled.
  private fulfil(seat: number, own: number, before: Before, ms: number): void {
    const goal =
      this.rect(`[data-seat="${seat}"] [data-fulfilled]`) ?? this.home(seat) ?? before.from;
    const copy = before.copies?.[0];
    const at = copy?.at ?? before.from;
    if (!goal || !at) return;
    const [dx, dy] = between(at, goal);
    if (copy && seat === own) {
      const box = this.stand(copy);
      this.away(
        box,
        this.animate(
          box,
          [
            { transform: 'none', opacity: 1 },
            { transform: 'translateY(-16px)', opacity: 1, offset: 0.5 },
            { transform: `translate(${dx}px,${dy}px) scale(.15)`, opacity: 0.2 },
          ],
          { duration: ms * 1.3, easing: INOUT, fill: 'both' },
        ),
      );
    } else this.icon('i-contract', at, goal, ms * 1.3);
    const seal = document.createElement('div');
    seal.className = 'seal';
    this.put(seal, new DOMRect(at.left + at.width / 2 - 20, at.top + at.height / 2 - 20, 40, 40));
    this.away(
      seal,
      this.animate(
        seal,
        [
          { transform: 'scale(2.2) rotate(-20deg)', opacity: 0 },
          { transform: 'scale(1) rotate(-8deg)', opacity: 1, offset: 0.3 },
          { transform: 'translateY(-16px) rotate(-8deg)', opacity: 1, offset: 0.6 },
          { transform: `translate(${dx}px,${dy}px) scale(.3)`, opacity: 0 },
        ],
        { duration: ms * 1.3, easing: INOUT, fill: 'both' },
      ),
    );
  }
  private deal(card: Element | null, ms: number): void {
    if (card)
      this.animate(
        card,
        [
          { transform: 'translateY(-46px) scaleX(.1)', opacity: 0 },
          { transform: 'translateY(-10px) scaleX(1)', opacity: 1, offset: 0.6 },
          { transform: 'none' },
        ],
        { duration: ms, easing: OUT },
      );
  }
  // A die sinks, and a helmet rises in its place.
  private swap(event: GameEvent, own: number, ms: number): void {
    const place = Number(event.place);
    const mine = Number(event.seat) === own;
    const where =
      place < 8
        ? mine
          ? `[data-garage="${place + 1}"]`
          : `[data-garage-of="${event.seat}-${place + 1}"]`
        : place < 16
          ? mine
            ? `[data-farm="${place - 7}"]`
            : `[data-farm-of="${event.seat}-${place - 7}"]`
          : place === 17 && mine
            ? '[data-place="canteen"]'
            : `[data-seat="${event.seat}"]`;
    const die = this.last(`${where} .die`);
    if (!die) return;
    const sinking = this.symbol('i-die', die.getBoundingClientRect(), 30);
    this.away(
      sinking,
      this.animate(
        sinking,
        [
          { transform: 'none', opacity: 1 },
          { transform: 'translateY(16px) scale(.6)', opacity: 0 },
        ],
        { duration: ms * 0.5, easing: INOUT, fill: 'both' },
      ),
    );
    this.animate(
      die,
      [
        { transform: 'translateY(16px) scale(.6)', opacity: 0 },
        { transform: 'translateY(16px) scale(.6)', opacity: 0, offset: 0.45 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: ms, easing: DROP },
    );
  }
  private scoop(seat: number, ms: number): void {
    const at = this.rect(`[data-harvester="${seat}"]`);
    if (!at) return;
    const box = this.symbol('i-scoop', at, 30);
    this.away(
      box,
      this.animate(
        box,
        [
          { transform: 'translate(-18px,-8px) rotate(-20deg)', opacity: 0 },
          { transform: 'translate(0,-4px)', opacity: 1, offset: 0.5 },
          { transform: 'translate(18px,-10px) rotate(16deg)', opacity: 0 },
        ],
        { duration: ms, easing: INOUT, fill: 'both' },
      ),
    );
  }
  // One night: all dice fly home together, the sky darkens and clears, a new screen comes up.
  private night(dice: (Copy & { seat: string })[], own: number, ms: number): void {
    const night = this.root.querySelector('[data-night]');
    if (night)
      this.animate(night, [{ opacity: 0 }, { opacity: 0.8, offset: 0.45 }, { opacity: 0 }], {
        duration: ms,
        easing: 'ease-in-out',
      });
    for (const { node, at, seat } of dice) {
      const to = Number(seat) === own ? this.rect('[data-base]') : this.home(Number(seat));
      if (!to || at.width === 0) continue;
      const box = this.stand({ node, at });
      const [dx, dy] = between(at, to);
      this.away(
        box,
        this.animate(
          box,
          [
            { transform: 'none', opacity: 1 },
            { transform: `translateY(-14px) scale(1.1)`, opacity: 1, offset: 0.25 },
            { transform: `translate(${dx}px,${dy}px) scale(.5)`, opacity: 0 },
          ],
          { duration: ms * 0.8, easing: INOUT, fill: 'both' },
        ),
      );
    }
    for (const cloth of this.root.querySelectorAll('.cloth, .rail'))
      this.animate(
        cloth,
        [
          { transform: 'translateY(420px)', opacity: 0 },
          { transform: 'translateY(420px)', opacity: 0, offset: 0.4 },
          { transform: 'none', opacity: 1 },
        ],
        { duration: ms, easing: OUT },
      );
  }
}

// From the middle of one to the middle of the other.
const between = (a: DOMRect, b: DOMRect): [number, number] => [
  b.left + b.width / 2 - (a.left + a.width / 2),
  b.top + b.height / 2 - (a.top + a.height / 2),
];
