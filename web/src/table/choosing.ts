// What the person at the screen chooses: laid out first, then confirmed and played, or taken back.
import type { GameEvent, Status } from '../engine/messages';
import { t } from '../text';
import type { Host } from './host';
import { tellable } from './refusal';
import type { SeatScreen } from './screen.svelte';
import type { Talk } from './talk';

// The table at which it is done.
export interface ChoosingTable {
  readonly screen: SeatScreen;
  readonly talk: Talk;
  readonly host: Pick<Host, 'confirm'>;
  skip(): void;
  act(work: () => Promise<void>): Promise<void>; // one thing at a time, if nothing else is done
  applied(seat: number, status: Status, confirmed: boolean): Promise<void>;
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
    if (move === null) screen.pending = null;
    else if (host.confirm()) screen.pending = move;
    else void this.play(move);
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
    const items = this.itemsWith(moves);
    if (items !== null && items.length < screen.several!.max) {
      screen.pending = null;
      screen.pick(items);
      return;
    }
    table.skip();
    await table.act(async () => {
      // Nothing is offered any more while it is being played.
      const { moves: offered, pending, whole } = screen;
      const laidOut = whole !== null || pending === moves[0];
      screen.moves = [];
      screen.pending = null;
      screen.whole = null;
      const { talk } = table;
      const asked = items === null ? talk.apply(seat, moves) : talk.applyItems(seat, items);
      const status = await asked.catch((error: unknown) => {
        screen.moves = offered;
        screen.pending = pending;
        screen.whole = whole;
        throw error;
      });
      await table.applied(seat, status, laidOut);
    });
  }

  // The items that are chosen with this move, where several are chosen in any order.
  private itemsWith([move]: string[]): string[] | null {
    const { several, picked } = this.table.screen;
    const one = several?.items.find((item) => item.move.move === move);
    return one === undefined ? null : [...picked, one.item];
  }

  async confirm(): Promise<void> {
    const { table } = this;
    const { viewer, whole, pending, confirming } = table.screen;
    if (whole !== null) return this.play(...whole);
    if (pending !== null) return this.play(pending);
    if (viewer !== null && confirming) await table.act(() => table.confirmed(viewer));
  }

  // The last thing that was laid out or played.
  async undo(): Promise<void> {
    const { screen } = this.table;
    if (screen.pending !== null) screen.pending = null;
    else if (screen.picked.length > 0) screen.pick(screen.picked.slice(0, -1));
    else if (screen.draft.length > 0) this.lay(screen.draft.slice(0, -1), null);
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
    const item = screen.moves.find((one) => one.move.toLowerCase() === typed.toLowerCase());
    const judged = screen.several && item ? { move: item.move } : await this.judge(typed);
    if ('why' in judged) {
      screen.error = judged.why;
      return false;
    }
    await this.play(judged.move);
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
