// The colours of the one sky: a stop at the middle of each strip, one between each two, two beyond either end.
import type { Sky } from './model';

export const STOPS = 13;

const EDGE: Partial<Record<string, string>> = {
  'day dusk': '#FABF85',
  'dusk night': '#7A4F92',
  'night dawn': '#8E7DB8',
  'dawn day': '#FBE3C4',
};
const PAGE: Record<Sky, string> = {
  day: '#6FBBDA',
  night: '#121845',
  dusk: '#7A4F92',
  dawn: '#8E7DB8',
};

function mix(a: string, b: string): string {
  const part = (color: string, at: number) => parseInt(color.slice(at, at + 2), 16);
  const half = (at: number) =>
    Math.round((part(a, at) + part(b, at)) / 2)
      .toString(16)
      .padStart(2, '0');
  return `#${half(1)}${half(3)}${half(5)}`;
}

function middle(kinds: Sky[], at: number): string {
  switch (kinds[at]) {
    case 'dusk':
      return '#D77C82';
    case 'dawn':
      return '#F2BFA9';
    case 'night':
      if (kinds[at - 1] === 'dusk') return '#3F3A86';
      if (kinds[at + 1] === 'dawn') return '#4B4A96';
      return '#1F2560';
    default:
      if (kinds[at + 1] === 'dusk') return '#FCE5B8';
      if (kinds[at + 2] === 'dusk') return '#C9E7E2';
      return '#93D0E2';
  }
}

// Stops from the left edge of the page to the right one.
export function skyColors(kinds: Sky[]): string[] {
  const middles = kinds.map((_, at) => middle(kinds, at));
  const first = kinds[0]!;
  const last = kinds[4]!;
  // Behind dusk lies day, in front of it night; with dawn it is the other way round.
  const left: [string, string] =
    first === 'dusk'
      ? ['#93D0E2', '#FABF85']
      : first === 'dawn'
        ? ['#1F2560', '#8E7DB8']
        : [PAGE[first], mix(PAGE[first], middles[0]!)];
  const right: [string, string] =
    last === 'dusk'
      ? ['#7A4F92', '#2B2C70']
      : last === 'dawn'
        ? ['#FBE3C4', '#93D0E2']
        : last === 'night'
          ? ['#1F2560', PAGE.night]
          : [mix(middles[4]!, PAGE.day), PAGE.day];
  const stops = [left[0], left[1]];
  kinds.forEach((kind, at) => {
    stops.push(middles[at]!);
    const next = kinds[at + 1];
    if (next) stops.push(EDGE[`${kind} ${next}`] ?? mix(middles[at]!, middles[at + 1]!));
  });
  return [...stops, right[0], right[1]];
}

// Cloud banks repeat the sky, lighter and softer.
export function bankColor(kind: Sky, light: boolean): string {
  const colors: Record<Sky, [string, string]> = {
    day: ['#E4F3F4', '#FFFFFF'],
    dusk: ['#E59B8E', '#F5BBA2'],
    night: ['#2F3577', '#43488E'],
    dawn: ['#EBC9C6', '#F9E2DA'],
  };
  return colors[kind][light ? 1 : 0];
}

// How much of the stars is seen over a strip.
export function starlight(kinds: Sky[], at: number): number {
  const kind = kinds[at];
  if (kind === 'night') return kinds[at - 1] === 'dusk' || kinds[at + 1] === 'dawn' ? 0.55 : 1;
  return kind === 'dusk' || kind === 'dawn' ? 0.08 : 0;
}

// The same stars on every visit.
interface Star {
  x: number; // of the page, 0 to 1
  y: number;
  r: number;
  o: number;
}
export function starField(count: number): Star[] {
  let seed = 20117;
  const next = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  return Array.from({ length: count }, () => ({
    x: next(),
    y: next() * 0.84,
    r: 0.8 + next() * 0.9,
    o: 0.35 + next() * 0.65,
  }));
}
