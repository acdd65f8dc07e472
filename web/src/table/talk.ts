// What a table asks its engine, one function each, with the eyes of one seat.
import type {
  Answer,
  Area,
  Asked,
  GameEvent,
  Move,
  Options,
  Pack,
  Progress,
  SeatSetup,
  Several,
  Status,
  TableRecord,
  View,
} from '../engine/messages';
import type { AnswerWorth, MessageWith } from '../engine/schema';
import type { SavedGame } from '../store';
import type { EngineLike } from './host';
import { sentenceOf } from './refusal';

export type TableStatus = Status;

// All that is seen at one moment.
export interface Shot {
  view: View;
  areas: Area[];
  help: string[];
  moves: Move[];
  several: Several | null; // items of which several are chosen, in any order
  prompt: string;
  status: TableStatus;
  undo: boolean;
  goesOn?: boolean; // nobody is asked yet: more follows by itself
}

// What came of a wish: what its seat was told of it, and what it sees now, if that was told too.
export interface Outcome {
  status: Status;
  events: GameEvent[];
  shot: Shot | null;
}

const LOOK: MessageWith = ['view', 'legal'];

type Acted = Pick<Answer<'apply'>, 'events' | 'status' | 'asked'>;
function outcomeFor(seat: number | null, { events, status, asked }: Acted): Outcome {
  const seen = asked?.view !== undefined && asked.seat === seat ? asked.view : null;
  return { status, events, shot: seen && shotOf(seat, seen, status, asked!, asked!) };
}

type Looked = Pick<Asked, 'areas' | 'help' | 'undo'>;
type Choices = Pick<Asked, 'moves' | 'choose' | 'prompt'>;
function shotOf(
  seat: number | null,
  view: View,
  status: Status,
  { areas, help, undo }: Looked,
  legal: Choices,
): Shot {
  const { moves, choose, prompt }: Choices = decides(seat, status) ? legal : {};
  return {
    view,
    status,
    areas: areas ?? [],
    help: help ?? [],
    undo: undo ?? false,
    moves: moves ?? [],
    several: choose ?? null,
    prompt: prompt ?? '',
  };
}

const decides = (seat: number | null, status: Status): seat is number =>
  seat !== null && status.at === 'decision' && status.to_act.includes(seat);

// The same, while more follows by itself.
export const underWay = (shot: Shot): Shot => ({
  ...shot,
  moves: [],
  several: null,
  prompt: '',
  status: { at: 'chance', to_act: [], moves: shot.status.moves },
  goesOn: true,
});

export type HintMove = AnswerWorth;

export interface Hint {
  running: boolean;
  iterations: number;
  moves: HintMove[]; // the best first
  line: string[]; // in words where there are any
}

export class Talk {
  constructor(private readonly engine: EngineLike) {}

  // A new game, or one that was kept, up to where it stood.
  async begin(
    { game, options, pack, record, undo, seats, challenge, rules, seed }: SavedGame,
    names: string[],
  ): Promise<{ status: Status; options: Record<string, unknown> }> {
    // A challenge of before there were versions was scored by the first one.
    const version = rules ?? (challenge ? 1 : undefined);
    const number = seed === undefined ? undefined : Number(seed);
    const setup = {
      seats: seats.map(({ bot }, i): SeatSetup => ({ name: names[i], bot })),
      confirm: true,
      undo,
      go: false,
    };
    const answer = record
      ? await this.engine.request({
          do: 'load',
          record,
          // A record of a game that is over has its own.
          ...(record.seed === undefined ? { seed: number } : {}),
          ...setup,
        })
      : await this.engine.request({
          do: 'new',
          game,
          ...(version === undefined ? {} : { rules: version }),
          options: options as Options, // the engine says what it does not know
          ...(pack === null || pack === undefined ? {} : { pack: pack as Pack }),
          seed: number,
          ...setup,
        });
    return {
      status: answer.status,
      options: answer.options,
    };
  }

  // One step of chance or of a bot; not `went`: a person is asked. With `look` it is told what the seat sees then, or
  // nothing of it where another one is asked.
  async go(seat: number | null, look: boolean): Promise<Outcome & { went: boolean }> {
    const answer = await this.engine.request({ do: 'go', seat, ...(look && { with: LOOK }) });
    return { ...outcomeFor(seat, answer), went: answer.went };
  }

  // What was played waits before anybody else is asked, so this is all that is asked about it.
  async apply(seat: number, moves: string[]): Promise<Outcome> {
    const what = { do: 'apply' as const, seat, moves, go: false, with: LOOK };
    return outcomeFor(seat, await this.engine.request(what));
  }

  async applyItems(seat: number, items: string[]): Promise<Outcome> {
    const what = { do: 'apply' as const, seat, items, go: false, with: LOOK };
    return outcomeFor(seat, await this.engine.request(what));
  }

  async confirm(seat: number, look: boolean): Promise<Outcome> {
    const what = { do: 'confirm' as const, seat, go: false, ...(look && { with: LOOK }) };
    return outcomeFor(seat, await this.engine.request(what));
  }

  async undo(seat: number): Promise<{ status: Status; next: number }> {
    const answer = await this.engine.request({ do: 'undo', seat });
    return { status: answer.status, next: answer.next };
  }

  async shot(seat: number | null): Promise<Shot> {
    const observed = await this.engine.request({ do: 'observe', seat });
    const { view, status } = observed;
    const legal = decides(seat, status) ? await this.engine.request({ do: 'legal', seat }) : {};
    return shotOf(seat, view, status, observed, legal);
  }

  events(seat: number | null, from: number): Promise<{ events: GameEvent[]; next: number }> {
    return this.engine.request({
      do: 'events',
      seat,
      from,
    });
  }

  async record(): Promise<TableRecord> {
    return (await this.engine.request({ do: 'record' })).record;
  }

  // A text in notation: the move it means, or why it is none.
  async judge(seat: number, text: string): Promise<{ move: string } | { why: string }> {
    const answer = await this.engine.request({ do: 'why', seat, move: text });
    return answer.legal ? { move: answer.move } : { why: sentenceOf(answer.reason) };
  }

  async preview(seat: number, move: string): Promise<GameEvent[]> {
    const answer = await this.engine.request({
      do: 'preview',
      seat,
      move,
    });
    return answer.events;
  }

  hint(seat: number, progress: (so: Progress) => void): Promise<Answer<'hint'>> {
    return this.engine.request({ do: 'hint', seat }, progress);
  }

  async cancel(): Promise<void> {
    await this.engine.request({ do: 'cancel' });
  }
}
