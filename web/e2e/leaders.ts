// Positions in which a leader's own control is legal: cut out of games between bots.
import type { GameMove } from '../src/engine/schema.d.ts';
import { ask, type GameRecord } from './engine.ts';

export interface Position {
  record: GameRecord; // the game up to there
  move: GameMove; // what the bot did then
}
export interface Wish {
  leader: string;
  move: RegExp;
  // What has to come of it, where the move alone does not tell whose power it is.
  event?: string;
  bot?: string; // who comes to do so
  seed?: number; // where to begin looking
  asks?: boolean; // the same seat is asked again at once
  among?: number; // how many choices there are at least
}

// The first position in which seat 1 may do so and has a choice.
export function positionFor({
  leader,
  move,
  event,
  among = 2,
  asks,
  bot = 'random',
  seed: first = 1,
}: Wish): Position {
  const other = leader === 'viktor_hale' ? 'britta' : 'viktor_hale';
  for (let seed = first; seed < first + 120; seed++) {
    const [, { record: whole }] = ask(
      {
        do: 'new',
        game: 'circadians',
        seed,
        seats: [
          { bot, name: 'Ada' },
          { bot, name: 'Bo' },
        ],
        options: { players: 2, leaders: [leader, other] },
      },
      { do: 'record' },
    );
    for (const [at, entry] of whole.moves.entries()) {
      const [, text] = /^1: (.*)$/.exec(entry) ?? [];
      if (text === undefined || !move.test(text)) continue;
      const record: GameRecord = { ...whole, moves: whole.moves.slice(0, at) };
      delete record.result;
      delete record.seed;
      const table = { seats: [{}, {}], autoplay: false };
      const [, { moves }, { events }, next] = ask(
        { do: 'load', record, seed: 5, ...table },
        { do: 'legal', seat: 1, lang: 'en' },
        { do: 'apply', seat: 1, move: text },
        { do: 'legal', seat: 1 },
      );
      const found = moves.find((one) => one.move === text);
      const again = next.moves.some((one) => one.kind !== 'send');
      if (asks && !again) continue;
      if (found && moves.length >= among && (!event || events.some((one) => one.event === event)))
        return { record, move: found };
    }
  }
  throw new Error(`no game in which ${leader} does ${String(move)}`);
}

const PLACE: { [to in string]?: 'faction' | 'column' | 'owner' } = {
  negotiation: 'faction',
  mining_camp: 'column',
  outpost: 'owner',
};
// What is pressed to do so, one after the other.
export function controlOf(move: GameMove): string[] {
  switch (move.kind) {
    case 'send': {
      const part = PLACE[String(move.to)];
      const place =
        part === 'faction'
          ? `${move.faction}-${move.row}`
          : part
            ? `${move.to}-${move[part]}`
            : move.to;
      return [
        ...(move.from === 'sal' ? ['.sal'] : []),
        ...(/@/.test(move.move) ? [`[data-value="${move.value}"]`] : []),
        `[data-place="${place}"][data-lit]`,
      ];
    }
    case 'trade-first':
      return [
        ...(typeof move.from === 'number' ? [`[data-garage="${move.from}"]`] : []),
        ...(move.from === 'sal' ? ['.sal'] : []),
        `[data-ask="${move.move}"]`,
      ];
    case 'exchange':
      return [`[data-contract="${move.contract}"][data-lit]`];
    case 'assign':
      return [
        `.tray [data-die="${move.die}"]`,
        move.farm
          ? `[data-farm="${move.farm}"][data-lit]`
          : `[data-garage="${move.garage}"][data-lit]`,
      ];
    case 'farm':
      return [`[data-place="farm-${move.move.slice(4)}"][data-lit]`];
    case 'partner':
      if (!/g\d/.test(move.move)) break;
      return [`[data-garage="${move.move.slice(6)}"][data-lit]`];
    case 'reroll': {
      // Each die by itself, and then all of them.
      const values = move.move.split('-').slice(1);
      const dice = values.map((value) => `[data-ask="reroll-${value}"]:not([aria-pressed="true"])`);
      return [...dice, '.prompt .go'];
    }
    case 'keep': // of several dice none
      return [':is([data-ask="keep"], .prompt .go)'];
    case 'step':
      return ['[data-hex][data-lit]'];
    case 'ability':
      return [`[data-ability="${move.faction}"][data-lit]`];
  }
  return [`[data-ask="${move.move}"]`];
}
