// For tests: a table with an engine in the same thread and a drawer of its own.
import { newGame, sameMoves, type SavedGame, type Setup } from '../store';
import type { Host } from './host';
import { NodeEngine } from './node-engine';
import { TableGame } from './table.svelte';

interface Around {
  table: TableGame;
  engine: NodeEngine;
  kept: SavedGame[];
  results: { scores: number[]; winners: number[] }[];
  confirm: boolean;
}

export function around(setup: Setup | SavedGame, kept: SavedGame[] = []): Around {
  const results: Around['results'] = [];
  let engine!: NodeEngine;
  const host: Host = {
    engine: (game, lang) => (engine = new NodeEngine(game, lang)),
    save: async (game, before) => {
      const stored = kept.at(-1);
      if (stored && !sameMoves(stored.record, before)) return { ok: false, why: 'declined' };
      kept.push(structuredClone(game));
      return { ok: true };
    },
    result: async (_game, _options, scores, winners) => {
      results.push({ scores, winners });
      return { ok: true };
    },
    lang: () => 'en',
    motion: () => 'off',
    painted: () => Promise.resolve(),
    confirm: () => it.confirm,
  };
  const it: Around = { kept, results, confirm: false } as unknown as Around;
  it.table = new TableGame('id' in setup && setup.id ? (setup as SavedGame) : newGame(setup), host);
  it.engine = engine;
  return it;
}

export const againstBot: Setup = {
  game: 'solenia',
  seats: [{ name: 'Mira' }, { name: 'Anselm', bot: 'greedy' }],
  seed: 5,
};
export const friends: Setup = {
  game: 'solenia',
  seats: [{ name: 'Mira' }, { name: 'Anselm' }],
  seed: 5,
  undo: 'turn',
};

// Plays the n-th of the moves, or as many items from the n-th on as there have to be.
export async function playNth({ screen, choosing }: TableGame, n = 0): Promise<void> {
  const press = (at: number) => choosing.play(screen.moves[at % screen.moves.length]!.move);
  const { several } = screen;
  if (several === null) return press(n);
  // Not all of them go together.
  for (let at = n; screen.several === several && at < n + several.items.length; ++at) {
    screen.pick([]);
    for (let next = at; !screen.enough; ++next) await press(next);
    await choosing.confirm();
  }
}

// Everything that can be reached from an object, by its path: also what its classes keep behind getters, as
// reactive fields do. Some of it may be left out.
export function contents(root: object, leftOut: string[] = []): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const seen = new Set<object>();
  const look = (value: unknown, path: string) => {
    if (typeof value === 'function') return;
    if (typeof value !== 'object' || value === null) {
      found[path] = value;
      return;
    }
    if (seen.has(value)) return;
    seen.add(value);
    const names = new Set(Object.getOwnPropertyNames(value));
    for (
      let kind = Object.getPrototypeOf(value) as object | null;
      kind !== null && kind !== Object.prototype && kind !== Array.prototype;
      kind = Object.getPrototypeOf(kind) as object | null
    ) {
      for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(kind))) {
        if (get) names.add(name);
      }
    }
    for (const name of names) {
      if (path === '' && leftOut.includes(name)) continue;
      look((value as Record<string, unknown>)[name], path === '' ? name : `${path}.${name}`);
    }
  };
  look(root, '');
  return found;
}
