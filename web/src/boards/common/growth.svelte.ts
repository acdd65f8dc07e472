// How much a number has just grown, for as long as it is told beside it.
import { untrack } from 'svelte';

const TOLD = 1200; // ms

export class Growth {
  plus = $state(0);
  private before: number;

  constructor(of: () => number) {
    this.before = untrack(of);
    $effect(() => {
      const by = of() - this.before;
      this.before += by;
      if (by === 0) return;
      this.plus = Math.max(0, by);
      const timer = setTimeout(() => (this.plus = 0), TOLD);
      return () => clearTimeout(timer);
    });
  }
}
