// One screen for several people: to whom it is handed over, and where each of them had left off.
import type { SeatScreen } from './screen.svelte';

export class HandOver {
  to = $state<number | null>(null); // who is to come; the curtain is closed until then
  private readonly marks: number[] = []; // of each seat: how many events it had seen when it left

  leave({ viewer, log }: SeatScreen, to: number | null): void {
    if (viewer !== null) this.marks[viewer] = log.told;
    this.to = to;
  }

  // Where the recap of a seat begins: after its last turn, as far as one can tell.
  markOf(seat: number, { log }: SeatScreen): number {
    return this.marks[seat] ?? log.afterLastOf(seat);
  }
}
