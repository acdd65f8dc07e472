// Motion that explains: what an event says is seen to travel, rise, turn or glide. It plays above a table whose state is
// already final, and can be ended at any moment.
import type { GameEvent } from '../../engine/messages';
import { iconOf } from './model';
import { DROP, INOUT, motionFactor, OUT } from '../common/motion';
import { costOf, type Pack } from './pack';
import type { Half, SoleniaView } from './model';

const SVG = 'http://www.w3.org/2000/svg';

interface Before {
  from?: DOMRect; // where it comes from
  strip?: { node: HTMLElement; at: DOMRect };
  cell?: { node: Element; at: DOMRect };
  tile?: { node: Element; at: DOMRect };
}

export class Fx {
  private running = new Set<Animation>();
  private pieces = new Set<Element>();
  // Where a seat's last card was laid or lifted, or its tile delivered: what it gives comes from there.
  private source = new Map<number, string>();

  constructor(
    private root: HTMLElement,
    private layer: HTMLElement,
    private step: () => number, // from strip to strip, on the stage
  ) {}

  // --- before the table changes ---

  look(event: GameEvent, hand: string[] | undefined, own: number): Before {
    const seat = Number(event.seat ?? 2);
    switch (event.event) {
      case 'played':
      case 'neutral-played':
      case 'discarded': {
        const at = seat === own && hand ? hand.indexOf(String(event.card)) : -1;
        const card = at >= 0 ? this.find(`[data-hand="${at}"]`) : this.home(seat);
        return { from: card?.getBoundingClientRect() };
      }
      case 'voyage':
      case 'returned':
        return { from: this.goods(seat, String(event.resource)).at(-1)?.getBoundingClientRect() };
      case 'removed': {
        const node = this.find(`[data-space="${event.space}"] > svg`);
        return node
          ? { cell: { node: node.cloneNode(true) as Element, at: node.getBoundingClientRect() } }
          : {};
      }
      case 'delivered':
      case 'neutral-tile': {
        const row = event.row as Half;
        const nodes = [...this.root.querySelectorAll(`[data-tile^="${row}"]`)];
        const node = nodes.find((one) => one.getAttribute('data-number') === String(event.tile));
        const svg = node?.querySelector('svg');
        return svg
          ? { tile: { node: svg.cloneNode(true) as Element, at: svg.getBoundingClientRect() } }
          : {};
      }
      case 'turned': {
        const node = this.find<HTMLElement>('[data-row="1"]');
        return node
          ? {
              strip: {
                node: node.cloneNode(true) as HTMLElement,
                at: node.getBoundingClientRect(),
              },
            }
          : {};
      }
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
    pack: Pack,
    goal: string, // the space of a voyage
  ): void {
    const seat = Number(event.seat ?? 2);
    if (event.event === 'played' || event.event === 'neutral-played' || event.event === 'removed')
      this.source.set(seat, `[data-space="${event.space}"]`);
    if (event.event === 'delivered')
      this.source.set(seat, `[data-seat="${seat}"] [data-slot="${event.row}${event.slot}"]`);
    if (motionFactor() === 0) return;
    switch (event.event) {
      case 'played':
      case 'neutral-played':
        return this.land(`[data-space="${event.space}"]`, before.from, ms * 0.78);
      case 'got':
        return this.gain(seat, String(event.resource), Number(event.n ?? 1), ms);
      case 'stars':
        return this.stars(seat, Number(event.n ?? 1), ms);
      case 'voyage':
        return this.send(
          String(event.resource),
          before.from,
          this.rect(`[data-space="${goal}"]`) ?? this.rect('[data-ship]'),
          ms,
        );
      case 'returned':
        return this.drop(String(event.resource), before.from, ms);
      case 'delivered':
        return this.deliver(event, before, ms, pack);
      case 'neutral-tile':
        if (before.tile) this.leave(before.tile.node, before.tile.at, ms);
        return;
      case 'tile-shown':
        return this.turnUp(`[data-tile="${event.row}${event.place}"]`, ms);
      case 'airship':
        return this.glide(-this.step(), ms);
      case 'removed':
        if (before.cell) this.lift(seat, before.cell.node, before.cell.at, ms);
        return;
      case 'turned':
        return this.turn(before.strip, ms);
      case 'drew':
        if (seat === own) this.draw(ms);
        return;
      case 'capacity':
      case 'activated':
        return this.glow(`[data-seat="${seat}"]`, ms);
      case 'neutral-die':
        return this.glow(`[data-seat="2"]`, ms);
    }
  }

  finish(): void {
    for (const one of this.running) one.finish();
    this.running.clear();
    for (const one of this.pieces) one.remove();
    this.pieces.clear();
  }

  // --- the table ---

  private find<T extends Element = Element>(what: string): T | null {
    return this.root.querySelector<T>(what);
  }
  private rect(what: string | undefined): DOMRect | undefined {
    return what ? this.find(what)?.getBoundingClientRect() : undefined;
  }
  private home(seat: number): Element | null {
    return this.find(`[data-seat="${seat}"] .avatar`) ?? this.find(`[data-seat="${seat}"]`);
  }
  private goods(seat: number, letter: string): Element[] {
    const store = this.find(`[data-seat="${seat}"] [data-store]`);
    if (!store) return [];
    const places = [...store.querySelectorAll('[data-compartment]')].filter(
      (one) => one.querySelector('b')?.textContent === letter,
    );
    return places.length ? places : [store];
  }

  // --- pieces above the table ---

  private animate(node: Element, frames: Keyframe[], options: KeyframeAnimationOptions): Animation {
    const one = node.animate(frames, options);
    this.running.add(one);
    const done = () => this.running.delete(one);
    one.finished.then(done, done);
    return one;
  }
  private put(node: Element, at: DOMRect): HTMLElement {
    const home = this.layer.getBoundingClientRect();
    const box = document.createElement('div');
    box.className = 'piece';
    box.style.left = `${at.left - home.left}px`;
    box.style.top = `${at.top - home.top}px`;
    box.style.width = `${at.width}px`;
    box.style.height = `${at.height}px`;
    if (node instanceof SVGElement) {
      node.setAttribute('width', '100%');
      node.setAttribute('height', '100%');
    }
    box.append(node);
    this.layer.append(box);
    this.pieces.add(box);
    return box;
  }
  private away(box: Element, one: Animation): void {
    const gone = () => {
      box.remove();
      this.pieces.delete(box);
    };
    one.finished.then(gone, gone);
  }
  private icon(id: string, at: DOMRect, size: number): HTMLElement {
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', '0 0 24 24');
    const use = document.createElementNS(SVG, 'use');
    use.setAttribute('href', `#${id}`);
    svg.append(use);
    const box = new DOMRect(
      at.left + at.width / 2 - size / 2,
      at.top + at.height / 2 - size / 2,
      size,
      size,
    );
    return this.put(svg, box);
  }
  // Along an arc from where it is to the middle of `to`.
  private arc(
    box: HTMLElement,
    from: DOMRect,
    to: DOMRect,
    ms: number,
    delay: number,
    end = 1,
  ): Animation {
    const dx = to.left + to.width / 2 - (from.left + from.width / 2);
    const dy = to.top + to.height / 2 - (from.top + from.height / 2);
    const up = Math.min(60, 18 + Math.hypot(dx, dy) * 0.12);
    return this.animate(
      box,
      [
        { transform: 'translate(0,0) scale(.7)', opacity: 0 },
        { transform: 'translate(0,-6px) scale(1.1)', opacity: 1, offset: 0.14 },
        {
          transform: `translate(${dx * 0.5}px,${dy * 0.5 - up}px) scale(1.15)`,
          opacity: 1,
          offset: 0.55,
        },
        { transform: `translate(${dx}px,${dy}px) scale(${end})`, opacity: 1 },
      ],
      { duration: ms, delay, easing: INOUT, fill: 'both' },
    );
  }
  private hideUntil(node: Element | undefined, ms: number): void {
    if (!node) return;
    for (const child of node.children)
      this.animate(child, [{ opacity: 0 }, { opacity: 0, offset: 0.96 }, { opacity: 1 }], {
        duration: ms,
      });
  }
  private size(): number {
    return Math.max(22, this.step() * 0.24);
  }

  // --- what happens ---

  private land(where: string, from: DOMRect | undefined, ms: number): void {
    const svg = this.find(`${where} > svg`);
    if (!svg || !from) return;
    const to = svg.getBoundingClientRect();
    const box = this.put(svg.cloneNode(true) as Element, to);
    const scale = from.width / to.width;
    const dx = from.left + from.width / 2 - (to.left + to.width / 2);
    const dy = from.top + from.height / 2 - (to.top + to.height / 2);
    // Its space is a layer of its own and stays one.
    this.animate(svg.parentElement!, [{ opacity: 0 }, { opacity: 0 }], { duration: ms });
    const flight = this.animate(
      box,
      [
        { transform: `translate(${dx}px,${dy}px) scale(${scale})` },
        {
          transform: `translate(${dx * 0.35}px,${dy * 0.35 - 40}px) scale(1.15) rotate(-4deg)`,
          offset: 0.6,
        },
        { transform: 'translate(0,0) scale(1.04)', offset: 0.9 },
        { transform: 'none' },
      ],
      { duration: ms, easing: DROP, fill: 'both' },
    );
    this.away(box, flight);
    this.puff(to, ms * 0.8);
  }
  private puff(at: DOMRect, delay: number): void {
    for (const side of [-1, 1]) {
      const svg = document.createElementNS(SVG, 'svg');
      svg.setAttribute('viewBox', '0 0 120 44');
      svg.setAttribute('class', 't-day');
      const use = document.createElementNS(SVG, 'use');
      use.setAttribute('href', '#cloud-b');
      svg.append(use);
      const box = this.put(
        svg,
        new DOMRect(
          at.left + at.width * 0.25,
          at.bottom - at.height * 0.2,
          at.width * 0.5,
          at.height * 0.2,
        ),
      );
      this.away(
        box,
        this.animate(
          box,
          [
            { transform: 'scale(.4)', opacity: 0 },
            {
              transform: `translate(${side * at.width * 0.28}px,0) scale(.9)`,
              opacity: 0.9,
              offset: 0.4,
            },
            { transform: `translate(${side * at.width * 0.5}px,-4px) scale(1.15)`, opacity: 0 },
          ],
          { duration: 420, delay, easing: OUT, fill: 'both' },
        ),
      );
    }
  }
  private gain(seat: number, letter: string, n: number, ms: number): void {
    const from = this.rect(this.source.get(seat)) ?? this.home(seat)?.getBoundingClientRect();
    const places = this.goods(seat, letter).slice(-n);
    if (!from || !places.length) return;
    for (let i = 0; i < n; i++) {
      const place = places[Math.min(i, places.length - 1)]!;
      const box = this.icon(iconOf(letter), from, this.size());
      const delay = i * 70;
      if (place.hasAttribute('data-compartment')) this.hideUntil(place, delay + ms);
      this.away(box, this.arc(box, from, place.getBoundingClientRect(), ms, delay));
    }
  }
  private stars(seat: number, n: number, ms: number): void {
    const from = this.rect(this.source.get(seat)) ?? this.home(seat)?.getBoundingClientRect();
    const to = this.rect(`[data-seat="${seat}"] [data-score]`);
    if (!from || !to) return;
    for (let i = 0; i < Math.min(n, 5); i++) {
      const box = this.icon('i-star', from, this.size() * 1.1);
      this.away(box, this.arc(box, from, to, ms, i * 70));
    }
  }
  private send(
    letter: string,
    from: DOMRect | undefined,
    to: DOMRect | undefined,
    ms: number,
  ): void {
    if (!from || !to) return;
    const box = this.icon(iconOf(letter), from, this.size());
    this.away(box, this.arc(box, from, to, ms, 0, 0.3));
  }
  private drop(letter: string, from: DOMRect | undefined, ms: number): void {
    if (!from) return;
    const box = this.icon(iconOf(letter), from, this.size());
    this.away(
      box,
      this.animate(
        box,
        [{ opacity: 1 }, { transform: 'translateY(46px) scale(.7) rotate(20deg)', opacity: 0 }],
        { duration: ms, easing: INOUT, fill: 'both' },
      ),
    );
  }
  private deliver(event: GameEvent, before: Before, ms: number, pack: Pack): void {
    const seat = Number(event.seat);
    if (!before.tile) return;
    const { node, at } = before.tile;
    const cost = [...costOf(pack, event.row as Half, Number(event.tile))];
    const store = this.rect(`[data-seat="${seat}"] [data-store]`);
    const paid = ms * 0.42;
    if (store)
      cost.forEach((letter, i) => {
        const from = new DOMRect(
          store.left + (store.width / cost.length) * i,
          store.top,
          30,
          store.height,
        );
        const box = this.icon(iconOf(letter), from, this.size());
        this.away(box, this.arc(box, from, at, paid, i * 30, 0.6));
      });
    const slot = this.find(`[data-seat="${seat}"] [data-slot="${event.row}${event.slot}"]`);
    const to = (slot ?? this.home(seat))?.getBoundingClientRect();
    if (!to) return;
    const box = this.put(node, at);
    const dx = to.left + to.width / 2 - (at.left + at.width / 2);
    const dy = to.top + to.height / 2 - (at.top + at.height / 2);
    if (slot)
      this.animate(slot, [{ opacity: 0.2 }, { opacity: 0.2, offset: 0.95 }, { opacity: 1 }], {
        duration: ms,
      });
    this.away(
      box,
      this.animate(
        box,
        [
          { transform: 'none' },
          { transform: 'scale(1.08)', offset: 0.42 },
          { transform: `translate(${dx * 0.5}px,${dy * 0.5 - 40}px) scale(.9)`, offset: 0.7 },
          { transform: `translate(${dx}px,${dy}px) scale(${Math.min(1, to.width / at.width)})` },
        ],
        { duration: ms, easing: INOUT, fill: 'both' },
      ),
    );
  }
  private leave(node: Element, at: DOMRect, ms: number): void {
    const box = this.put(node, at);
    this.away(
      box,
      this.animate(
        box,
        [
          { transform: 'none', opacity: 1 },
          { transform: 'translateY(-14px)', opacity: 1, offset: 0.3 },
          { transform: 'translateY(-50px) scale(.8)', opacity: 0 },
        ],
        { duration: ms, easing: INOUT, fill: 'both' },
      ),
    );
  }
  private turnUp(what: string, ms: number): void {
    const node = this.find(what);
    if (node)
      this.animate(
        node,
        [
          { transform: 'scaleX(.05)', opacity: 0.4 },
          { transform: 'scaleX(1.05)', offset: 0.8 },
          { transform: 'none' },
        ],
        { duration: Math.max(180, ms), easing: OUT },
      );
  }
  // Propellers turn faster while the ship is on its way.
  private quicken(ship: Element, ms: number): void {
    const turning = [...ship.querySelectorAll('.blade')].flatMap((blade) => blade.getAnimations());
    for (const one of turning) one.updatePlaybackRate(5);
    const calm = () => turning.forEach((one) => one.updatePlaybackRate(1));
    this.animate(ship, [], { duration: ms }).finished.then(calm, calm);
  }
  private glide(from: number, ms: number): void {
    const ship = this.find('[data-ship]');
    if (!ship) return;
    this.quicken(ship, ms);
    this.animate(
      ship,
      [
        { transform: `translateX(${from}px)` },
        { transform: `translateX(${from * 0.7}px) rotate(3deg)`, offset: 0.3 },
        { transform: `translateX(${from * 0.12}px) rotate(2deg)`, offset: 0.85 },
        { transform: 'none' },
      ],
      { duration: ms, easing: INOUT },
    );
  }
  private lift(seat: number, node: Element, at: DOMRect, ms: number): void {
    const box = this.put(node, at);
    const to =
      this.rect(`[data-seat="${seat}"] .avatar`) ?? this.rect(`[data-seat="${seat}"]`) ?? at;
    const pile = this.find('[data-pile="lifted"]');
    const own = this.find(`.mine[data-seat="${seat}"]`);
    const goal = own && pile ? pile.getBoundingClientRect() : to;
    const dx = goal.left + goal.width / 2 - (at.left + at.width / 2);
    const dy = goal.top + goal.height / 2 - (at.top + at.height / 2);
    const duration = Math.max(420, ms * 1.6);
    this.shine(box, 'glow', duration, 0.45);
    this.away(
      box,
      this.animate(
        box,
        [
          { transform: 'none', opacity: 1 },
          { transform: 'translateY(-16px) scale(1.04)', opacity: 1, offset: 0.45 },
          { transform: `translate(${dx}px,${dy}px) scale(.35)`, opacity: 0.1 },
        ],
        { duration, easing: INOUT, fill: 'both' },
      ),
    );
  }
  private turn(old: Before['strip'], ms: number): void {
    const step = this.step();
    for (const strip of this.root.querySelectorAll<HTMLElement>('[data-strip]')) {
      if (strip.dataset.row === '5')
        this.animate(
          strip,
          [
            { transform: `translate(${step * 1.3}px,-24px) scaleX(.06)`, opacity: 0 },
            { transform: `translate(${step * 1.3}px,-24px) scaleX(.06)`, opacity: 0, offset: 0.4 },
            { transform: `translate(${step * 0.3}px,-24px) scaleX(1)`, opacity: 1, offset: 0.75 },
            { transform: 'none', opacity: 1 },
          ],
          { duration: ms, easing: INOUT },
        );
      else
        this.animate(strip, [{ transform: `translateX(${step}px)` }, { transform: 'none' }], {
          duration: ms * 0.8,
          easing: INOUT,
        });
    }
    const ship = this.find('[data-ship]');
    if (ship) this.quicken(ship, ms * 0.8);
    if (ship)
      this.animate(ship, [{ transform: `translateX(${step}px)` }, { transform: 'none' }], {
        duration: ms * 0.8,
        easing: INOUT,
      });
    if (!old) return;
    // The clone stands unscaled above a scaled stage.
    const scale =
      old.at.height /
      (old.node.offsetHeight || this.find<HTMLElement>('[data-strip]')!.offsetHeight);
    const box = this.put(old.node, old.at);
    old.node.style.left = '0';
    old.node.style.width = `${old.at.width / scale}px`;
    old.node.style.height = `${old.at.height / scale}px`;
    old.node.style.transform = `scale(${scale})`;
    old.node.style.transformOrigin = '0 0';
    this.shine(box, 'shade', ms * 0.85, 0.25);
    this.away(
      box,
      this.animate(
        box,
        [
          { transform: 'none', opacity: 1 },
          { transform: 'translateY(-24px)', opacity: 1, offset: 0.25 },
          {
            transform: `translate(${-step * 0.3}px,-24px) scaleX(.04)`,
            opacity: 0.9,
            offset: 0.55,
          },
          { transform: `translate(${-step * 0.8}px,-24px) scaleX(.02)`, opacity: 0 },
        ],
        { duration: ms * 0.85, easing: INOUT, fill: 'both' },
      ),
    );
  }
  private draw(ms: number): void {
    const cards = this.root.querySelectorAll('[data-hand]');
    const card = cards[cards.length - 1];
    const deck = this.rect('[data-pile="deck"]');
    if (!card || !deck) return;
    const at = card.getBoundingClientRect();
    const zoom = at.width / ((card as HTMLElement).offsetWidth || at.width);
    const dx = (deck.left - at.left) / zoom;
    const dy = (deck.top - at.top) / zoom;
    this.animate(
      card,
      [
        { transform: `translate(${dx}px,${dy}px) scale(.5)` },
        { transform: `translate(${dx * 0.4}px,${dy * 0.4 - 12}px) scaleX(.05)`, offset: 0.45 },
        { transform: 'none' },
      ],
      { duration: Math.max(240, ms), easing: OUT },
    );
  }
  private glow(what: string, ms: number): void {
    const at = this.rect(what);
    if (!at) return;
    const box = this.put(document.createElement('span'), at);
    this.away(box, this.shine(box, 'glow', Math.max(300, ms), 0.5));
  }
  // A light or a shadow around a piece that comes and goes.
  private shine(box: HTMLElement, kind: 'glow' | 'shade', ms: number, high: number): Animation {
    const light = document.createElement('i');
    light.className = kind;
    box.prepend(light);
    return this.animate(light, [{ opacity: 0 }, { opacity: 1, offset: high }, { opacity: 0 }], {
      duration: ms,
      fill: 'both',
    });
  }

  // Without travel: what is new fades in where it is.
  settle(before: SoleniaView, after: SoleniaView): void {
    if (before === after) return;
    const fade = (what: string, ms: number) => {
      const node = this.find(what);
      if (node) this.animate(node, [{ opacity: 0.2 }, { opacity: 1 }], { duration: ms });
    };
    if (String(before.rows.slice(1)) === String(after.rows.slice(0, -1))) {
      fade('.board', 200);
      const strip = this.rect('[data-row="5"]');
      if (!strip) return;
      const ring = document.createElement('i');
      ring.className = 'ring';
      const box = this.put(ring, strip);
      this.away(box, this.animate(box, [{ opacity: 1 }, { opacity: 1 }], { duration: 1000 }));
    } else if (String(before.rows) === String(after.rows)) {
      const spaces = new Set([...Object.keys(before.cards), ...Object.keys(after.cards)]);
      for (const space of spaces)
        if (before.cards[space] !== after.cards[space]) fade(`[data-space="${space}"]`, 120);
      if (before.moved !== after.moved) fade('[data-ship]', 120);
    }
  }
}
