// Keeps a game as it is played, unless it was played on elsewhere.
import type { Status, TableRecord, ViewShared } from '../engine/messages';
import { sameMoves, type SavedGame } from '../store';
import { t } from '../text';
import type { Host } from './host';

export class Keeper {
  private keeping: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly save: Host['save'],
    private kept: TableRecord | null, // as this tab knows it in storage
  ) {}

  // Whether it may go on here: not where another tab played on.
  async keep(saved: SavedGame): Promise<boolean> {
    const keeping = this.save(saved, this.kept);
    this.keeping = keeping;
    const kept = await keeping; // the page tells when it cannot be kept
    if (!kept.ok && kept.why === 'declined') return false;
    this.kept = saved.record;
    return true;
  }

  // What is laid out, and nothing of the moves.
  keepDraft(saved: SavedGame): void {
    this.keeping = this.save(saved, this.kept);
  }

  // Whether what is in storage is this game, as far as it was played here.
  async agrees(read: () => Promise<SavedGame | undefined>): Promise<boolean> {
    await this.keeping;
    const { kept } = this;
    const stored = await read();
    if (kept !== this.kept) return this.agrees(read); // read while it was kept
    return !stored || sameMoves(stored.record, kept);
  }
}

export const withRecord = (
  saved: SavedGame,
  record: TableRecord,
  view: ViewShared | null,
  status: Status | null,
): SavedGame => {
  const over = status?.at === 'over';
  return {
    ...saved,
    record,
    summary: {
      round: view?.round === undefined ? undefined : t('page.table.round', { n: view.round }),
      scores: over ? totals(status) : scoresOf(view),
      over,
      moves: status?.moves ?? 0,
    },
    updated: Date.now(),
  };
};

export const totals = (status: Status): number[] => (status.scores ?? []).map((one) => one.total);

// What everybody may know of the score, where a view tells it.
function scoresOf(view: ViewShared | null): number[] {
  if (view?.points) return view.points;
  const scores = (view?.players ?? []).map((one) => one.score);
  return scores.every((one) => one !== undefined) ? scores : [];
}
