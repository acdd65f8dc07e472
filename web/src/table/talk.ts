// What a table asks its engine, one function each, with the eyes of one seat.
import type {
  Answer,
  Area,
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
import type { AnswerWorth } from '../engine/schema';
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
  several: Several | null; // items that the rules ask for in an order of their own, to be chosen in any
  prompt: string;
  status: TableStatus;
  undo: boolean;
}

// Where each item is a legal move of its own, they may as well be played one by one.
function ordered({ moves, choose }: Answer<'legal'>): Several | null {
  const legal = new Set(moves.map((one) => one.move));
  return choose?.items.some(({ move }) => !legal.has(move.move)) ? choose : null;
}

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

  // One step of chance or of a bot; not `went`: a person is asked.
  async go(seat: number | null): Promise<{ status: Status; went: boolean }> {
    const answer = await this.engine.request({ do: 'go', seat });
    return { status: answer.status, went: answer.went };
  }

  async apply(seat: number, moves: string[]): Promise<Status> {
    return (await this.engine.request({ do: 'apply', seat, moves, go: false })).status;
  }

  async applyItems(seat: number, items: string[]): Promise<Status> {
    return (await this.engine.request({ do: 'apply', seat, items, go: false })).status;
  }

  async confirm(seat: number): Promise<Status> {
    return (await this.engine.request({ do: 'confirm', seat, go: false })).status;
  }

  async undo(seat: number): Promise<{ status: Status; next: number }> {
    const answer = await this.engine.request({ do: 'undo', seat });
    return { status: answer.status, next: answer.next };
  }

  async shot(seat: number | null): Promise<Shot> {
    const observed = await this.engine.request({ do: 'observe', seat });
    let moves: Move[] = [];
    let several: Several | null = null;
    let prompt = '';
    const status = observed.status;
    if (seat !== null && status.at === 'decision' && status.to_act.includes(seat)) {
      const legal = await this.engine.request({ do: 'legal', seat });
      moves = legal.moves;
      several = ordered(legal);
      prompt = legal.prompt ?? '';
    }
    return {
      view: observed.view,
      areas: observed.areas ?? [],
      help: observed.help ?? [],
      moves,
      several,
      prompt,
      status,
      undo: observed.undo ?? false,
    };
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
