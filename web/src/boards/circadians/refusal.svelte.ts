// Why a place is closed: said for a while when it is pressed.
import type { Move } from '../../engine/messages';
import { t } from '../../text';
import type { BoardProps } from '../types';
import { farmValues, range } from './bits';
import { farmAt, named, type Pack } from './pack';
import type { From } from './targets';
import { notationOf } from './words';

const SAID = 3600; // ms

export class Refusal {
  said = $state('');
  private readonly reasons = new Map<string, Promise<string>>();

  constructor(
    private readonly given: {
      readonly props: Pick<BoardProps, 'why'>;
      readonly moves: Move[];
    },
  ) {
    $effect(() => {
      if (this.said === '') return;
      const timer = setTimeout(() => (this.said = ''), SAID);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      void this.given.moves;
      this.reasons.clear();
    });
  }

  async of(place: string, from: From | null): Promise<void> {
    this.said = await this.reason(place, from);
  }

  // A Farm that does not take the die in hand.
  ofFarm(pack: Pack, tiles: (string | null)[], n: number): void {
    const farm = farmAt(pack, tiles, n);
    const values = farm ? farmValues(farm.rules) : null;
    this.said = values
      ? t('board.circadians.farm-takes', { name: named(farm!), values: range(values) })
      : t('board.circadians.farm-none');
  }

  reason(place: string, from: From | null): Promise<string> {
    const piece = typeof from === 'number' ? `g${from}` : (from ?? 'hq');
    const text = `${piece}>${notationOf(place)}`;
    let said = this.reasons.get(text);
    if (!said) {
      said = this.given.props.why(text);
      this.reasons.set(text, said);
    }
    return said;
  }
}
