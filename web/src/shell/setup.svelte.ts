// What is being set up on the start page; the last choice is there again next time.
import type { SeatSetup } from '../engine/messages';
import { botName, newGame, packs, settings, type SavedGame } from '../store';
import { t } from '../text';
import type { BotLevel, Wish } from '../online/messages';
import { serverHere } from './server.svelte';
import { allGames, choicesOf, factsOf, levelsOf, optionValue, playersOf } from './games';

type SeatPlan = { kind: 'person' | 'bot'; name: string; level: string };
export type Preset = 'bot' | 'friends' | 'far' | 'solo' | 'watch';
const GUESTS = ['link', 'open', 'private'] as const;
export type Guests = (typeof GUESTS)[number]; // who may come to a table of the server
type Late = 'bot' | 'wait'; // what happens to whoever has no time left

const KEY = 'tidelock.setup';
// Seconds for each move, and for the whole game.
export const clocks: Record<string, { move: number; bank: number }> = {
  quick: { move: 20, bank: 300 },
  calm: { move: 60, bank: 900 },
  steps: { move: 90, bank: 0 },
  whole: { move: 0, bank: 1800 },
  day: { move: 86_400, bank: 0 },
  three: { move: 259_200, bank: 0 },
  week: { move: 604_800, bank: 0 },
};
export const OWN = 'own'; // a clock of one's own numbers
const MAX_SEED = Number.MAX_SAFE_INTEGER;
const MINUTE = 60;
const MOST_SECONDS = 3600; // for a move
const MOST_MINUTES = 600; // for a game

const within = (value: unknown, most: number): number => {
  const n = Math.round(Number(value));
  return Number.isFinite(n) ? Math.min(Math.max(n, 0), most) : 0;
};

class SetupPlan {
  game = $state('');
  seats = $state<SeatPlan[]>([]);
  options = $state<Record<string, Record<string, string>>>({}); // by game; defaults are left out
  pack = $state<Record<string, string>>({}); // by game: '' the default, an id, or "own:" and an entry
  seed = $state(''); // '' any
  far = $state(false); // a table of the server, for people who are elsewhere
  guests = $state<Guests>('link');
  clock = $state(''); // '' none, OWN, else as in clocks
  seconds = $state(45); // of one's own clock: for each move
  minutes = $state(10); // and for the whole game
  late = $state<Late>('bot');
  confirm = $state(true); // a move counts when it was confirmed

  constructor() {
    this.game = allGames[0]?.id ?? '';
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<SetupPlan> | null;
      if (kept && factsOf(String(kept.game))) this.game = String(kept.game);
      if (kept && Array.isArray(kept.seats)) {
        this.seats = kept.seats
          .filter((seat) => seat?.kind === 'person' || seat?.kind === 'bot')
          .map(({ kind, name, level }) => ({
            kind,
            name: String(name ?? ''),
            level: String(level),
          }));
      }
      if (kept && typeof kept.options === 'object' && kept.options) this.options = kept.options;
      if (kept && typeof kept.pack === 'object' && kept.pack) this.pack = kept.pack;
      if (kept) this.rememberTable(kept);
    } catch {
      // Nothing kept, or nothing that can be read.
    }
    if (this.game !== '') this.choose(this.game);
  }

  private rememberTable({ guests, clock, seconds, minutes, late }: Partial<SetupPlan>): void {
    if (GUESTS.some((one) => one === guests)) this.guests = guests!;
    if (clock === OWN || (typeof clock === 'string' && clocks[clock])) this.clock = clock;
    if (seconds !== undefined) this.seconds = within(seconds, MOST_SECONDS);
    if (minutes !== undefined) this.minutes = within(minutes, MOST_MINUTES);
    if (late === 'bot' || late === 'wait') this.late = late;
  }

  // What is kept, and watched for changes.
  get kept(): string {
    const { game, seats, options, pack, guests, clock, seconds, minutes, late } = this;
    return JSON.stringify({ game, seats, options, pack, guests, clock, seconds, minutes, late });
  }
  keep(): void {
    try {
      localStorage.setItem(KEY, this.kept);
    } catch {
      // It holds for this visit.
    }
  }

  get facts() {
    return factsOf(this.game);
  }
  get counts(): number[] {
    return this.facts ? playersOf(this.facts) : [];
  }
  get levels(): string[] {
    return this.facts ? levelsOf(this.facts) : [];
  }
  get most(): number {
    return Math.max(...this.counts, 1);
  }

  choose(game: string): void {
    this.game = game;
    if (this.seats.length === 0 || !this.counts.includes(this.seats.length)) this.preset('bot');
    for (const seat of this.seats) {
      if (!this.levels.includes(seat.level)) seat.level = this.middleLevel();
    }
  }

  private middleLevel(): string {
    return this.levels[Math.floor(this.levels.length / 2)] ?? '';
  }
  seat(kind: 'person' | 'bot', level = this.middleLevel()): SeatPlan {
    return { kind, name: '', level };
  }

  // The presets this game can have.
  get presets(): Preset[] {
    const several = this.most > 1;
    return (['bot', 'friends', 'far', 'solo', 'watch'] as const).filter((one) =>
      one === 'solo' ? this.counts.includes(1) : several && (one !== 'far' || serverHere()),
    );
  }

  // The preset that the seats amount to.
  get now(): Preset | undefined {
    if (this.far) return 'far';
    const bots = this.seats.filter((seat) => seat.kind === 'bot').length;
    const persons = this.seats.length - bots;
    if (persons === 0) return 'watch';
    if (persons === 1) return bots === 0 ? 'solo' : 'bot';
    return bots === 0 ? 'friends' : undefined;
  }

  preset(which: Preset): void {
    const level = this.seats.find((seat) => seat.kind === 'bot')?.level ?? this.middleLevel();
    const count = Math.max(2, Math.min(...this.counts.filter((n) => n > 1), this.most));
    const seats =
      this.seats.length > 1 && this.counts.includes(this.seats.length) ? this.seats.length : count;
    this.far = which === 'far';
    if (which === 'solo') this.seats = [this.seat('person')];
    else {
      this.seats = Array.from({ length: seats }, (_, i) =>
        this.seat(
          which === 'friends' || which === 'far' || (which === 'bot' && i === 0) ? 'person' : 'bot',
          level,
        ),
      );
    }
  }

  nameOf(at: number): string {
    const seat = this.seats[at];
    if (!seat) return '';
    if (seat.name.trim() !== '') return seat.name.trim();
    if (seat.kind === 'bot') return botName(at + 1);
    const person = this.seats.slice(0, at).filter((one) => one.kind === 'person').length;
    const known = person === 0 ? settings.name : settings.friends[person - 1];
    if (known?.trim()) return known.trim();
    return person === 0 ? t('page.you') : t('page.player', { n: at + 1 });
  }
  isYou(at: number): boolean {
    return this.seats.findIndex((seat) => seat.kind === 'person') === at;
  }

  option(name: string): string {
    const listed = this.facts?.options.find((one) => one.name === name);
    const chosen = this.options[this.game]?.[name];
    if (listed === undefined) return '';
    const choices = this.choices(name);
    if (chosen === undefined || (choices && !choices.includes(chosen))) return listed.default;
    return chosen;
  }
  setOption(name: string, value: string): void {
    this.options[this.game] = { ...this.options[this.game], [name]: value };
  }
  choices(name: string): string[] | null {
    const listed = this.facts?.options.find((one) => one.name === name);
    const choices = listed ? choicesOf(listed.values) : null;
    // Which seat begins: only those that are taken.
    if (name !== 'first' || !choices) return choices;
    return choices.filter((one) => !/^\d+$/.test(one) || Number(one) <= this.seats.length);
  }

  get seedError(): boolean {
    const text = this.seed.trim();
    return text !== '' && (!/^\d{1,16}$/.test(text) || Number(text) > MAX_SEED);
  }

  // All options spelled out but those left at their default.
  gameOptions(): Record<string, unknown> {
    const options: Record<string, unknown> = {};
    for (const { name, default: usual } of this.facts?.options ?? []) {
      if (name === 'players') options.players = this.seats.length;
      else if (this.option(name) !== usual) options[name] = optionValue(this.option(name));
    }
    return options;
  }

  gameSeats(): SeatSetup[] {
    return this.seats.map((seat, i) => {
      const name = this.nameOf(i);
      return seat.kind === 'bot' ? { name, bot: seat.level } : { name };
    });
  }

  get people(): number {
    return this.seats.filter((seat) => seat.kind === 'person').length;
  }

  // Seconds for each move and for the whole game; undefined: there is no clock.
  clockWish(): { move: number; bank: number } | undefined {
    if (this.clock !== OWN) return clocks[this.clock];
    const move = within(this.seconds, MOST_SECONDS);
    const bank = within(this.minutes, MOST_MINUTES) * MINUTE;
    return move + bank > 0 ? { move, bank } : undefined;
  }

  // A table for two, for whoever wants nothing but to play.
  simpleWish(): Wish {
    const count = this.counts.includes(2) ? 2 : this.most;
    return {
      game: this.game,
      options: { players: count },
      seats: Array.from({ length: count }, () => ({})),
    };
  }

  // What a server is asked for. Packs of one's own stay here.
  wish(): Wish {
    const pack = this.pack[this.game] ?? '';
    const clock = this.clockWish();
    return {
      game: this.game,
      options: this.gameOptions(),
      ...(pack === '' || pack.startsWith('own:') ? {} : { pack }),
      seats: this.seats.map((seat) => (seat.kind === 'bot' ? { bot: seat.level as BotLevel } : {})),
      ...(this.guests === 'open' ? { listed: true } : {}),
      ...(this.guests === 'private' ? { private: true } : {}),
      ...(clock ? { clock, late: this.late } : {}),
      ...(this.confirm ? {} : { confirm: false }),
      ...(this.people === 1 ? { undo: 'free' as const } : {}),
    };
  }

  async build(more: Partial<SavedGame> = {}): Promise<SavedGame> {
    const chosen = this.pack[this.game] ?? '';
    let pack: unknown = chosen === '' ? null : chosen;
    if (chosen.startsWith('own:')) pack = (await packs.get(chosen.slice(4)))?.content ?? null;
    return newGame({
      game: this.game,
      options: this.gameOptions(),
      pack,
      seats: this.gameSeats(),
      seed: this.seed.trim() === '' || this.seedError ? freshSeed() : Number(this.seed),
      undo: this.people > 1 ? 'turn' : 'free',
      confirm: settings.confirm,
      ...more,
    });
  }
}

// Short enough to be told to a friend.
export const freshSeed = (): number =>
  crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000_000;

export const plan = new SetupPlan();
