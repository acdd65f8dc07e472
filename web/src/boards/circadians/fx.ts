// Motion that explains: dice travel to their berths, resources to and from the bank, the Harvester drives. It plays
// above a table whose state is already final, and can be ended at any moment.
import type { GameEvent } from '../../engine/messages';
import { DROP, INOUT, motionFactor, OUT } from '../common/motion';
import { goodOf } from './model';

const SVG = 'http://www.w3.org/2000/svg';

// Where a piece was sent to, as it stands in data-place.
function placeOf(event: GameEvent): string {
  const to = String(event.to ?? '');
  if (to === 'mining_camp') return `mining_camp-${event.column}`;
  if (to === 'depository') return `depository-${event.row}-${event.column ?? event.die}`;
  if (to === 'negotiation') return `${event.faction}-${event.row}`;
  if (to === 'outpost') return `outpost-${event.owner}`;
  if (to === 'farm') return `farm-${event.farm}`;
  return to;
}

export class Fx {
  private running = new Set<Animation>();
  private pieces = new Set<Element>();
  private dice = new Map<string, DOMRect>(); // Garages and Headquarters as they were
  private harvesters = new Map<string, DOMRect>();
  private source = new Map<number, string>(); // what a seat's last piece was sent to

  constructor(
    private root: HTMLElement,
    private layer: HTMLElement,
    private scale: () => number,
  ) {}

  // Before the table changes.
  look(): void {
    if (motionFactor() === 0) return;
    for (const one of this.root.querySelectorAll('[data-garage], [data-garage-of], [data-hq]')) {
      const name = one.getAttribute('data-garage') ?? one.getAttribute('data-garage-of') ?? 'hq';
      this.dice.set(name, (one.querySelector('.die') ?? one).getBoundingClientRect());
    }
    for (const one of this.root.querySelectorAll('[data-harvester]'))
      this.harvesters.set(one.getAttribute('data-harvester')!, one.getBoundingClientRect());
  }

  // After it has changed.
  show(event: GameEvent, ms: number, own: number): void {
    const seat = Number(event.seat ?? 0);
    const place = placeOf(event);
    if (event.event === 'sent' || event.event === 'ai-sent') this.source.set(seat, place);
    if (motionFactor() === 0) return this.plainly(event, seat);
    const time = ms * motionFactor();
    switch (event.event) {
      case 'sent':
      case 'ai-sent': {
        const from =
          event.from === 'hq' ? 'hq' : seat === own ? `${event.from}` : `${seat}-${event.from}`;
        return this.send(this.dice.get(from) ?? this.rect(`[data-seat="${seat}"]`), place, time);
      }
      case 'gained':
        return this.goods(event, this.rect(this.at(seat)), this.bank(seat, event), time);
      case 'paid':
      case 'lost':
        return this.goods(event, this.bank(seat, event), this.rect(this.at(seat)), time);
      case 'moved':
      case 'ai-moved':
        return this.drive(String(seat), time);
      case 'breakthrough':
      case 'setback':
        return this.pulse(`[data-incident="${event[event.event]}"]`, time);
      default:
    }
  }

  finish(): void {
    for (const one of this.running) one.finish();
    this.clear();
  }
  private clear(): void {
    for (const one of this.pieces) one.remove();
    this.pieces.clear();
    this.running.clear();
  }
  private at(seat: number): string {
    const place = this.source.get(seat);
    return place ? `[data-place="${place}"]` : `[data-seat="${seat}"]`;
  }
  private bank(seat: number, event: GameEvent): DOMRect | null {
    return this.rect(`[data-bank="${seat}-${goodOf(String(event.resource))}"]`);
  }
  private rect(selector: string): DOMRect | null {
    return this.root.querySelector(selector)?.getBoundingClientRect() ?? null;
  }
  private play(node: Element, frames: Keyframe[], options: KeyframeAnimationOptions): Animation {
    const animation = node.animate(frames, options);
    this.running.add(animation);
    const end = () => {
      this.running.delete(animation);
      if (this.pieces.delete(node)) node.remove();
    };
    animation.finished.then(end, end);
    return animation;
  }
  private put(node: HTMLElement, at: DOMRect): void {
    const home = this.root.getBoundingClientRect();
    node.classList.add('flying');
    node.style.left = `${at.left - home.left}px`;
    node.style.top = `${at.top - home.top}px`;
    this.layer.append(node);
    this.pieces.add(node);
  }

  private send(from: DOMRect | null, place: string, ms: number): void {
    const dice = this.root.querySelectorAll(`[data-place="${place}"] .die`);
    const target = dice[dice.length - 1];
    if (!from || !target || ms === 0) return;
    const to = target.getBoundingClientRect();
    const box = document.createElement('div');
    box.append(target.cloneNode(true));
    const svg = box.firstElementChild as SVGElement;
    svg.setAttribute('width', `${to.width}`);
    svg.setAttribute('height', `${to.height}`);
    this.put(box, to);
    const dx = from.left + from.width / 2 - to.left - to.width / 2;
    const dy = from.top + from.height / 2 - to.top - to.height / 2;
    const lift = Math.min(90, Math.hypot(dx, dy) * 0.18);
    this.play(
      box,
      [
        { transform: `translate(${dx}px, ${dy}px)` },
        { transform: `translate(${dx * 0.5}px, ${dy * 0.5 - lift}px) scale(1.12)`, offset: 0.55 },
        { transform: 'none' },
      ],
      { duration: ms, easing: INOUT },
    );
    this.play(target, [{ opacity: 0 }, { opacity: 0, offset: 0.95 }, { opacity: 1 }], {
      duration: ms,
    });
  }

  private goods(event: GameEvent, from: DOMRect | null, to: DOMRect | null, ms: number): void {
    if (!from || !to || ms === 0) return;
    const count = Math.min(5, Number(event.n ?? 1));
    const size = 22;
    for (let i = 0; i < count; i++) {
      const box = document.createElement('div');
      const svg = document.createElementNS(SVG, 'svg');
      svg.setAttribute('width', `${size}`);
      svg.setAttribute('height', `${size}`);
      const use = document.createElementNS(SVG, 'use');
      use.setAttribute('href', `#i-${goodOf(String(event.resource))}`);
      svg.append(use);
      box.append(svg);
      const start = new DOMRect(
        from.left + from.width / 2 - size / 2,
        from.top + from.height / 2 - size / 2,
        size,
        size,
      );
      this.put(box, start);
      const dx = to.left + to.width / 2 - size / 2 - start.left;
      const dy = to.top + to.height / 2 - size / 2 - start.top;
      this.play(
        box,
        [
          { transform: 'scale(0.6)', opacity: 0 },
          { transform: 'none', opacity: 1, offset: 0.15 },
          { transform: `translate(${dx}px, ${dy}px)`, opacity: 1, offset: 0.9 },
          { transform: `translate(${dx}px, ${dy}px) scale(0.6)`, opacity: 0 },
        ],
        { duration: ms, delay: i * 60, easing: INOUT, fill: 'backwards' },
      );
    }
  }

  private drive(seat: string, ms: number): void {
    const node = this.root.querySelector(`[data-harvester="${seat}"]`);
    const from = this.harvesters.get(seat);
    if (!node || !from || ms === 0) return;
    const to = node.getBoundingClientRect();
    const dx = (from.left - to.left) / this.scale();
    const dy = (from.top - to.top) / this.scale();
    this.play(node, [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }], {
      duration: ms,
      easing: OUT,
    });
    this.harvesters.set(seat, to);
  }

  private pulse(selector: string, ms: number): void {
    const node = this.root.querySelector(selector);
    if (!node || ms === 0) return;
    this.play(
      node,
      [{ transform: 'scale(1)' }, { transform: 'scale(1.35)' }, { transform: 'none' }],
      {
        duration: ms,
        easing: DROP,
      },
    );
  }

  // Without motion: what came or went stands beside the number for a while.
  private plainly(event: GameEvent, seat: number): void {
    const sign = { gained: '+', paid: '−', lost: '−' }[event.event];
    const to = sign ? this.bank(seat, event) : null;
    if (!sign || !to) return;
    const box = document.createElement('div');
    box.className = 'pop';
    box.textContent = `${sign}${Number(event.n ?? 1)}`;
    this.put(box, new DOMRect(to.right - 26, to.top - 8, 20, 20));
    const gone = setTimeout(() => {
      this.pieces.delete(box);
      box.remove();
    }, 1200);
    void gone;
  }
}
