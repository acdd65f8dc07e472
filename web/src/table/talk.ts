// What a table asks its engine, one function each, with the eyes of one seat.
import type {
  Answer,
  Area,
  EngineError,
  GameEvent,
  Move,
  Observed,
  SeatSetup,
  Status,
  TableRecord,
  View,
} from '../engine/messages';
import type { SavedGame } from '../store';
import { t } from '../text';
import type { EngineLike } from './host';
import { sentenceOf } from './refusal';

export type TableStatus = Status & { verdict?: string[] };

// All that is seen at one moment.
export interface Shot {
  view: View;
  areas: Area[];
  help: string[];
  moves: Move[];
  prompt: string;
  status: TableStatus;
  undo: boolean;
}

interface LegalAnswer extends Answer {
  moves: Move[];
  prompt?: string;
}

interface Verdict extends Answer {
  legal: boolean;
  move?: string;
  reason?: EngineError;
}

export interface HintMove {
  move: string;
  words?: string;
  chance?: number;
  margin?: number;
  points?: number;
  visits?: number;
  exact?: boolean;
}

export interface Hint {
  running: boolean;
  iterations: number;
  moves: HintMove[]; // the best first
  line: string[]; // in words where there are any
}

interface HintProgress {
  best?: HintMove;
  iterations: number;
  line: string[];
}

interface HintAnswer extends Answer {
  moves: HintMove[];
  line: string[];
  words?: string[];
  iterations: number;
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
          options,
          ...(pack === null || pack === undefined ? {} : { pack }),
          seed: number,
          ...setup,
        });
    return {
      status: answer.status!,
      options: (answer.options ?? options) as Record<string, unknown>,
    };
  }

  // One step of chance or of a bot; not `went`: a person is asked.
  async go(seat: number | null): Promise<{ status: Status; went: boolean }> {
    const answer = await this.engine.request<Answer & { went: boolean }>({ do: 'go', seat });
    return { status: answer.status!, went: answer.went };
  }

  async apply(seat: number, moves: string[]): Promise<Status> {
    return (await this.engine.request({ do: 'apply', seat, moves, go: false })).status!;
  }

  async confirm(seat: number): Promise<Status> {
    return (await this.engine.request({ do: 'confirm', seat, go: false })).status!;
  }

  async undo(seat: number): Promise<{ status: Status; next: number }> {
    const answer = await this.engine.request<Answer & { next: number }>({ do: 'undo', seat });
    return { status: answer.status!, next: answer.next };
  }

  async shot(seat: number | null): Promise<Shot> {
    const observed = await this.engine.request<Observed>({ do: 'observe', seat });
    let moves: Move[] = [];
    let prompt = '';
    const status = observed.status!;
    if (seat !== null && status.at === 'decision' && status.to_act.includes(seat)) {
      const legal = await this.engine.request<LegalAnswer>({ do: 'legal', seat });
      moves = legal.moves;
      prompt = legal.prompt ?? '';
    }
    return {
      view: observed.view,
      areas: observed.areas ?? [],
      help: observed.help ?? [],
      moves,
      prompt,
      status,
      undo: observed.undo ?? false,
    };
  }

  events(seat: number | null, from: number): Promise<{ events: GameEvent[]; next: number }> {
    return this.engine.request<Answer & { events: GameEvent[]; next: number }>({
      do: 'events',
      seat,
      from,
    });
  }

  async record(): Promise<TableRecord> {
    return (await this.engine.request<Answer & { record: TableRecord }>({ do: 'record' })).record;
  }

  // A text in notation: the move it means, or why it is none.
  async judge(seat: number, text: string): Promise<{ move: string } | { why: string }> {
    const answer = await this.engine.request<Verdict>({ do: 'why', seat, move: text });
    if (answer.legal) return { move: answer.move ?? text };
    return { why: answer.reason ? sentenceOf(answer.reason) : t('page.table.not-legal') };
  }

  async preview(seat: number, move: string): Promise<GameEvent[]> {
    const answer = await this.engine.request<Answer & { events: GameEvent[] }>({
      do: 'preview',
      seat,
      move,
    });
    return answer.events;
  }

  hint(seat: number, progress: (so: HintProgress) => void): Promise<HintAnswer> {
    return this.engine.request<HintAnswer>({ do: 'hint', seat }, (so) =>
      progress(so as HintProgress),
    );
  }

  async cancel(): Promise<void> {
    await this.engine.request({ do: 'cancel' });
  }
}
