// What the person at the screen chooses: laid out first, then confirmed and played, or taken back.
import type { GameEvent } from '../engine/messages';
import { t } from '../text';
import type { Host } from './host';
import { tellable } from './refusal';
import type { SeatScreen } from './screen.svelte';
import { itemOf, pressed, readItems, without } from './several';
import type { Outcome, Talk } from './talk';

// The table at which it is done.
export interface ChoosingTable {
  readonly screen: SeatScreen;
  readonly talk: Talk;
  readonly host: Pick<Host, 'confirm'>;
  skip(): void;
  act(work: () => Promise<void>): Promise<void>; // one thing at a time, if nothing else is done
  applied(seat: number, outcome: Outcome, confirmed: boolean): Promise<void>;
  confirmed(seat: number): Promise<void>;
  takeBack(seat: number): Promise<void>;
  keepDraft(seat: number, moves: string[]): void;
}

export class Choosing {
  constructor(private readonly table: ChoosingTable) {}

  // Lays out a move; it is played when it is confirmed, or at once where nobody wants to confirm.
  choose(move: string | null): void {
    const { screen, host } = this.table;
    screen.error = null;
    if (move === null) {
      screen.pending = null;
      screen.pick([]);
    } else if (this.press(move)) return;
    else if (host.confirm()) screen.pending = move;
    else void this.play(move);
  }

  // Of several items this one is chosen or put back: they are played together. Whether it is such an item.
  private press(move: string): boolean {
    const { screen } = this.table;
    const { several } = screen;
    const one = several === null || !screen.mine ? undefined : itemOf(several, move);
    if (one === undefined) return false;
    screen.error = null;
    screen.pick(pressed(several!, screen.picked, one.item));
    return true;
  }

  // One of the items that are chosen is put back.
  putBack(move: string): void {
    const { screen } = this.table;
    const one = screen.several && itemOf(screen.several, move);
    if (!one) return;
    screen.error = null;
    screen.pick(without(screen.picked, one.item));
  }

  // Lays out several moves that only make sense together. They may be changed until they are confirmed.
  lay(draft: string[], whole: string[] | null): void {
    const { screen } = this.table;
    screen.error = null;
    const changed = draft.join() !== screen.draft.join();
    screen.draft = draft;
    screen.whole = whole;
    if (changed && screen.viewer !== null) this.table.keepDraft(screen.viewer, draft);
  }

  // Where one confirms, what was laid out and then played was confirmed by that, if the turn ends
  // with it.
  async play(...moves: string[]): Promise<void> {
    const { table } = this;
    const { screen } = table;
    const seat = screen.viewer;
    if (seat === null || !screen.mine) return;
    if (moves.length === 1 && this.press(moves[0]!)) return;
    const laidOut = screen.whole !== null || screen.pending === moves[0];
    await this.send(seat, () => table.talk.apply(seat, moves), laidOut);
  }

  // Several items are played together.
  private async playItems(items: string[]): Promise<void> {
    const { table } = this;
    const { screen } = table;
    const { viewer, mine } = screen;
    if (viewer === null || !mine) return;
    await this.send(viewer, () => table.talk.applyItems(viewer, items), true);
    if (screen.error !== null && screen.picked === items) screen.refused = items;
  }

  private async send(seat: number, ask: () => Promise<Outcome>, laidOut: boolean): Promise<void> {
    const { table } = this;
    const { screen } = table;
    table.skip();
    await table.act(async () => {
      // Nothing is offered any more while it is being played.
      const { moves: offered, pending, whole } = screen;
      screen.moves = [];
      screen.pending = null;
      screen.whole = null;
      const outcome = await ask().catch((error: unknown) => {
        screen.moves = offered;
        screen.pending = pending;
        screen.whole = whole;
        throw error;
      });
      await table.applied(seat, outcome, laidOut);
    });
  }

  async confirm(): Promise<void> {
    const { table } = this;
    const { viewer, whole, pending, enough, picked, confirming } = table.screen;
    if (whole !== null) return this.play(...whole);
    if (pending !== null) return this.play(pending);
    if (enough) return this.playItems(picked);
    if (viewer !== null && confirming) await table.act(() => table.confirmed(viewer));
  }

  // The last thing that was laid out or played.
  async undo(): Promise<void> {
    const { screen } = this.table;
    if (screen.pending !== null) screen.pending = null;
    else if (screen.picked.length > 0) {
      screen.error = null;
      screen.pick(screen.picked.slice(0, -1));
    } else if (screen.draft.length > 0) this.lay(screen.draft.slice(0, -1), null);
    else await this.takeBack();
  }

  // The last thing that was played; what is laid out stays.
  async takeBack(): Promise<void> {
    const { viewer } = this.table.screen;
    if (viewer !== null) await this.table.takeBack(viewer);
  }

  // A move in notation. Whether it was one.
  async command(text: string): Promise<boolean> {
    const { screen } = this.table;
    const typed = text.trim();
    if (screen.viewer === null || typed === '') return false;
    if (!screen.mine) {
      screen.error = t('page.table.not-asked');
      return false;
    }
    const items = screen.several && readItems(screen.several, typed);
    if (items !== null) return this.typedItems(items);
    const judged = await this.judge(typed);
    if ('why' in judged) {
      screen.error = judged.why;
      return false;
    }
    await this.play(judged.move);
    return this.table.screen.error === null;
  }

  // Items that are typed are chosen besides those that were, and played when there are enough.
  private async typedItems(items: string[]): Promise<boolean> {
    const { screen } = this.table;
    const all = [...screen.picked, ...items];
    if (all.length < screen.several!.min) screen.pick(all);
    else await this.playItems(all);
    return this.table.screen.error === null;
  }

  // Why a text is no move; empty: it is one, or nobody is asked.
  why = async (text: string): Promise<string> => {
    if (!this.table.screen.mine) return '';
    const judged = await this.judge(text);
    return 'why' in judged ? judged.why : '';
  };

  preview = async (move: string): Promise<{ events: GameEvent[] }> => {
    const { screen, talk } = this.table;
    if (screen.viewer === null || !screen.mine) return { events: [] };
    return { events: await talk.preview(screen.viewer, move).catch(() => []) };
  };

  private async judge(text: string): Promise<{ move: string } | { why: string }> {
    const { screen, talk } = this.table;
    try {
      return await talk.judge(screen.viewer!, text);
    } catch (error) {
      return { why: tellable(error) };
    }
  }
}
