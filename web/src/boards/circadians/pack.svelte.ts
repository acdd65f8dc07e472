// The component pack of the game at this table: it came with the game, or its name did.
import type { BoardProps } from '../types';
import { packNamed, shippedPack, type Pack } from './pack';

export class TablePack {
  private chosen = $state.raw<Pack | null>(null);

  constructor(private readonly begun: () => BoardProps['begun']) {
    $effect(() => {
      const pack = this.begun()?.pack;
      this.chosen = null;
      if (typeof pack === 'string') void packNamed(pack)?.then((one) => (this.chosen = one));
    });
  }

  current = $derived.by((): Pack => {
    const pack = this.begun()?.pack;
    return typeof pack === 'object' && pack !== null
      ? (pack as Pack)
      : (this.chosen ?? shippedPack);
  });
}
