// Whether a piece of this value would meet its like among a faction's dice, which costs a Setback.
import { bit, FACTIONS, readPiece, SPECIALIST, type CircadiansView, type Value } from './model';
import type { Pack } from './pack';

// Half of those that the expansion adds are for Setbacks.
const tokensOfSpecialists = (pack: Pack): number => {
  const { expansion = 0 } = (pack.constants.incident_tokens?.value ?? {}) as { expansion?: number };
  return expansion / 2;
};

export function meetsItsLike(
  view: CircadiansView,
  pack: Pack,
  faction: string,
  value: Value | null,
): boolean {
  if (typeof value !== 'number') return false;
  const left =
    value === SPECIALIST
      ? view.specialist_setbacks < tokensOfSpecialists(pack)
      : !bit(view.setback_values, value);
  const column = view.negotiation[FACTIONS.indexOf(faction)] ?? [];
  return left && column.some((text) => readPiece(text)?.value === value);
}
