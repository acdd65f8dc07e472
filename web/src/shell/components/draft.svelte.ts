// A pack that is looked at and perhaps changed. Every change can be taken back; whether it can be played
// is for the engine to say.
import { differences, same, setAt, startsWith, type Content, type Path } from './paths';

export interface Wrong {
  sentence: string; // as the engine says it
  where: string; // the place in the pack, '' if it is about all of it
}

const MOST = 200;

export class Draft {
  content = $state.raw<Content>({});
  name = $state('');
  // The entry in the browser it was opened from; null for a shipped pack or one not yet kept.
  entry = $state<string | null>(null);
  wrong = $state.raw<Wrong | null>(null);
  said = $state.raw<Record<string, string>>({}); // what its pieces do, as last it was possible
  private opened = $state.raw<Content>({});
  private past = $state.raw<Content[]>([]);
  private future = $state.raw<Content[]>([]);
  // The shipped pack it is compared with.
  readonly base: Content = $state.raw({});

  constructor(
    content: Content,
    base: Content,
    options: { name?: string; entry?: string | null } = {},
  ) {
    this.content = content;
    this.base = base;
    this.opened = content;
    this.name = options.name ?? '';
    this.entry = options.entry ?? null;
  }

  get dirty(): boolean {
    return !same(this.content, this.opened);
  }
  get canUndo(): boolean {
    return this.past.length > 0;
  }
  get canRedo(): boolean {
    return this.future.length > 0;
  }

  // Where it differs from the shipped pack; what is only for people does not count.
  readonly changes: Path[] = $derived(
    differences(this.base, this.content).filter(
      ([first]) => first !== 'id' && first !== 'note' && first !== 'legend',
    ),
  );
  // The same, by printed piece: how it is known is not printed.
  readonly printed: Path[] = $derived(
    this.changes.filter((path) => !['from', 'tag', 'tags'].some((step) => path.includes(step))),
  );

  isChanged(path: Path): boolean {
    return this.changes.some((one) => startsWith(one, path) || startsWith(path, one));
  }

  change(next: Content): void {
    if (same(next, this.content)) return;
    this.past = [...this.past.slice(-MOST), this.content];
    this.future = [];
    this.content = next;
  }
  edit(path: Path, value: unknown): void {
    this.change(setAt(this.content, path, value));
  }
  undo(): void {
    const last = this.past.at(-1);
    if (!last) return;
    this.past = this.past.slice(0, -1);
    this.future = [...this.future, this.content];
    this.content = last;
  }
  redo(): void {
    const next = this.future.at(-1);
    if (!next) return;
    this.future = this.future.slice(0, -1);
    this.past = [...this.past, this.content];
    this.content = next;
  }
  // As it was opened or last kept; this can be undone, too.
  reset(): void {
    this.change(this.opened);
  }
  kept(entry: string, content: Content): void {
    this.entry = entry;
    this.opened = content;
    this.content = content;
  }
}

// The shipped pack that a pack was made from: the one it differs from least.
export function nearest(content: Content, shipped: Content[]): Content {
  let best = shipped[0] ?? {};
  let least = Infinity;
  for (const one of shipped) {
    const n = differences(one, content).length;
    if (n < least) [best, least] = [one, n];
  }
  return best;
}
