// What is being set up on the start page; the last choice is there again next time.
import type { SeatSetup } from '../engine/messages';
import { newGame, packs, settings, type SavedGame } from '../store';
import { t } from '../text';
import type { Wish } from '../online/messages';
import { serverHere } from './server.svelte';
import { choicesOf, factsOf, gamesShown, levelsOf, optionValue, playersOf } from './games';

export type SeatPlan = { kind: 'person' | 'bot'; name: string; level: string };
export type Preset = 'bot' | 'friends' | 'far' | 'solo' | 'watch';
export type Guests = 'link' | 'open' | 'private'; // who may come to a table of the server

const KEY = 'tidelock.setup';
const BOT_NAMES = ['Mira', 'Anselm', 'Tove', 'Radek'];
// Seconds for each move, and for the whole game.
export const clocks: Record<string, { move: number; bank: number }> = {
  quick: { move: 20, bank: 300 },
  calm: { move: 60, bank: 900 },
  day: { move: 86_400, bank: 0 },
  three: { move: 259_200, bank: 0 },
  week: { move: 604_800, bank: 0 },
};
export const MAX_SEED = Number.MAX_SAFE_INTEGER;

class SetupPlan {
  game = $state('');
  seats = $state<SeatPlan[]>([]);
  options = $state<Record<string, Record<string, string>>>({}); // by game; defaults are left out
  pack = $state<Record<string, string>>({}); // by game: '' the default, an id, or "own:" and an entry
  seed = $state(''); // '' any
  far = $state(false); // a table of the server, for people who are elsewhere
  guests = $state<Guests>('link');
  clock = $state(''); // '' none, else as in clocks

  constructor() {
    this.game = gamesShown(false)[0]?.id ?? '';
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
    } catch {
      // Nothing kept, or nothing that can be read.
    }
    if (this.game !== '') this.choose(this.game);
  }

  keep(): void {
    const { game, seats, options, pack } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ game, seats, options, pack }));
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
    if (seat.kind === 'bot') return BOT_NAMES[at % BOT_NAMES.length]!;
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

  // What a server is asked for. Packs of one's own stay here.
  wish(): Wish {
    const pack = this.pack[this.game] ?? '';
    return {
      game: this.game,
      options: this.gameOptions(),
      ...(pack === '' || pack.startsWith('own:') ? {} : { pack }),
      seats: this.seats.map((seat) => (seat.kind === 'bot' ? { bot: seat.level } : {})),
      ...(this.guests === 'open' ? { listed: true } : {}),
      ...(this.guests === 'private' ? { private: true } : {}),
      ...(clocks[this.clock] ? { clock: clocks[this.clock] } : {}),
    };
  }

  async build(more: Partial<SavedGame> = {}): Promise<SavedGame> {
    const chosen = this.pack[this.game] ?? '';
    let pack: unknown = chosen === '' ? null : chosen;
    if (chosen.startsWith('own:')) pack = (await packs.get(chosen.slice(4)))?.content ?? null;
    const persons = this.seats.filter((seat) => seat.kind === 'person').length;
    return newGame({
      game: this.game,
      options: this.gameOptions(),
      pack,
      seats: this.gameSeats(),
      seed: this.seed.trim() === '' || this.seedError ? freshSeed() : Number(this.seed),
      undo: persons > 1 ? 'turn' : 'free',
      confirm: settings.confirm,
      ...more,
    });
  }
}

// Short enough to be told to a friend.
export const freshSeed = (): number =>
  crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000_000;

export const plan = new SetupPlan();
