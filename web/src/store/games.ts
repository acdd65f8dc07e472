import type { SeatSetup, TableRecord } from '../engine/messages';
import { isKeptSeat, isOwnPack, isRecord, isResult, isSavedGame } from './checks';
import { Table, type Kept } from './db.svelte';
import type { KeptSeat, OwnPack, Result, SavedGame } from './types';

export const games = new Table<SavedGame>('games', isSavedGame);
export const results = new Table<Result>('results', isResult);
export const packs = new Table<OwnPack>('packs', isOwnPack);
export const seats = new Table<KeptSeat>('seats', isKeptSeat);

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

export type Setup = Pick<SavedGame, 'game' | 'seats'> & Partial<SavedGame>;

// A game that nobody has begun to play yet.
export function newGame(setup: Setup): SavedGame {
  const now = Date.now();
  return {
    id: newId(),
    options: {},
    pack: null,
    undo: 'free',
    confirm: false,
    record: null,
    summary: { scores: [], over: false, moves: 0 },
    created: now,
    updated: now,
    ...setup,
  };
}

// Games with the same options are compared with each other. Who begins does not make a difference.
export function modeOf(options: Record<string, unknown>): string {
  return Object.entries(options)
    .filter(([name]) => name !== 'players' && name !== 'first')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join('+') : String(value)}`)
    .join(' ');
}

// What bots are called, by their seat; a server calls them the same.
const BOT_NAMES = ['Mira', 'Anselm', 'Tove', 'Radek'];
export const botName = (seat: number): string => BOT_NAMES[(seat - 1) % BOT_NAMES.length]!;

// The seat of the one person who plays here; with several, the first.
export const mySeat = (seats: SeatSetup[]): number => seats.findIndex((seat) => !seat.bot) + 1;

export const sameMoves = (a: TableRecord | null, b: TableRecord | null): boolean =>
  JSON.stringify(a?.moves ?? []) === JSON.stringify(b?.moves ?? []);

// Keeps a game that was played on from `before`, unless it was played on otherwise in another tab:
// then it is declined. Its name may have been changed meanwhile.
export function keepPlayed(
  game: SavedGame,
  before: TableRecord | null,
): ReturnType<typeof games.change> {
  return games.change(game.id, (stored) => {
    if (!stored) return game;
    return sameMoves(stored.record, before) ? { ...game, title: stored.title } : undefined;
  });
}

// The version of the rules that a game began with, where it is known.
export function rulesOf(game: SavedGame): number | undefined {
  const rules = game.record?.rules ?? game.rules;
  return typeof rules === 'number' ? rules : undefined;
}

// Called when a game is over; saying it twice does no harm.
export function keepResult(
  game: SavedGame,
  options: Record<string, unknown>,
  scores: number[],
  winners: number[],
): Promise<Kept> {
  return results.put({
    id: game.id,
    game: game.game,
    rules: rulesOf(game),
    mode: modeOf(options),
    players: game.seats.length,
    seats: game.seats,
    scores,
    winners,
    mine: mySeat(game.seats),
    finished: Date.now(),
    seed: game.seed ?? (game.record?.seed as string | number | undefined),
    day: game.day,
    challenge: game.challenge,
  });
}

// A record from a file, as a saved game; undefined if it is none.
export function gameFromRecord(record: unknown): SavedGame | undefined {
  if (!isRecord(record)) return undefined;
  const { names, options, pack, result } = record as TableRecord & {
    names?: unknown;
    options?: unknown;
    pack?: { id?: unknown; content?: unknown };
    result?: { scores?: unknown };
  };
  const players = Number((options as { players?: unknown } | undefined)?.players ?? 2);
  const list = Array.isArray(names) ? names : [];
  const scores = Array.isArray(result?.scores)
    ? result.scores.filter((one): one is number => typeof one === 'number')
    : [];
  return newGame({
    game: record.game,
    options: (options ?? {}) as Record<string, unknown>,
    pack: pack?.content ?? pack?.id ?? null,
    seats: Array.from({ length: Math.min(8, Math.max(1, players || 1)) }, (_, i) => ({
      name: typeof list[i] === 'string' ? list[i] : undefined,
    })),
    record,
    summary: { scores, over: result !== undefined, moves: record.moves.length },
  });
}

export function parseRecordFile(text: string): SavedGame | undefined {
  try {
    return gameFromRecord(JSON.parse(text));
  } catch {
    return undefined;
  }
}

// Asks the browser once not to throw our data away when room gets short.
let asked = false;
export function keepSafe(): void {
  if (asked || typeof navigator === 'undefined' || !navigator.storage?.persist) return;
  asked = true;
  void navigator.storage.persist().catch(() => undefined);
}
