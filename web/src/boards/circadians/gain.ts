// What a move that is laid out would bring its seat, from the events of its preview.
import type { GameEvent } from '../../engine/messages';
import type { Bit } from './bits';
import { GOODS, LETTER } from './model';

const ICONS: Record<string, string> = {
  dice: 'i-die',
  drew: 'i-contract',
  specialist: 'i-spec',
  fulfilled: 'i-check',
  breakthrough: 'i-bt',
  setback: 'i-sb',
  ship: 'i-ship',
  'farm-tile': 'i-farm',
  moved: 'i-hexstep',
};

export function gainOf(events: GameEvent[], seat: number): Bit[] {
  const own = events.filter((event) => event.seat === seat);
  const count = (which: (event: GameEvent) => boolean) =>
    own.filter(which).reduce((sum, event) => sum + Number(event.n ?? 1), 0);
  const goods = GOODS.map(
    (good) =>
      [
        count((event) => event.event === 'gained' && event.resource === LETTER[good]),
        `i-${good}`,
      ] as const,
  );
  const things = Object.entries(ICONS).map(
    ([name, icon]) => [count((event) => event.event === name), icon] as const,
  );
  return [...goods, ...things].flatMap(([n, icon]): Bit[] => (n > 0 ? [`${n}`, { icon }] : []));
}
