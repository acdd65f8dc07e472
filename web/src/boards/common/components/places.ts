// Places in a pack, as the engine names them.
import type { PackPath } from '../../types';

// "tiles.day[3].stars" in steps.
export const steps = (where: string): PackPath =>
  [...where.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map((part) =>
    part[1] !== undefined ? Number(part[1]) : part[2]!,
  );
export const placeText = (path: PackPath): string =>
  path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`,
    '',
  );
export const within = (place: string, outer: string): boolean =>
  place === outer || place.startsWith(`${outer}.`) || place.startsWith(`${outer}[`);
