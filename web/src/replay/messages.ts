// What a record answers when it is looked at: docs/protocol.md, `replay`, `at` and `analyse`.
import type {
  Answer,
  Area,
  GameEvent,
  Request,
  Status,
  TableRecord,
  View,
} from '../engine/messages';

// Whatever answers requests: the client in the page, the module itself in tests.
export interface Asks {
  request<A extends Answer = Answer>(
    request: Request,
    progress?: (progress: unknown) => void,
  ): Promise<A>;
  setLang(lang: string): Promise<void>;
  close(): void;
}

// A move of somebody: entries count the moves and outcomes of the record from 1.
export interface Played {
  entry: number;
  seat: number;
  move: string;
  forced?: boolean; // there was nothing else to do
  words?: string;
}

export interface Prepared extends Answer {
  entries: number;
  seats: number;
  game: string;
  names?: string[];
  decisions: Played[];
}

export interface Position extends Answer {
  view: View;
  areas: Area[];
  lines: string[];
  help?: string[];
  status: Status & { verdict?: string[] };
  events: GameEvent[];
}

export const GRADES = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'] as const;
export type Grade = (typeof GRADES)[number];

// Chance and margin, or alone nothing but points.
interface Worth {
  chance?: number;
  margin?: number;
  points?: number;
}
export interface Judged extends Worth {
  move: string;
  words?: string;
}

export interface Decision {
  entry: number;
  seat: number;
  played: Judged;
  best: Judged;
  lost: { chance?: number; points?: number };
  grade: Grade;
  exact: boolean;
  line: string[];
}

interface PlayerReport {
  seat: number;
  decisions: number;
  accuracy: number | null;
  lost: { chance?: number; points?: number };
  grades: Record<Grade, number>;
}

export interface GraphPoint {
  entry: number;
  chances?: number[];
  points?: number;
}

export interface TurningPoint {
  entry: number;
  seat: number;
  before: number;
  after: number;
  lost: { chance?: number; points?: number };
}

export interface Analysis extends Answer {
  of: number;
  cancelled: boolean;
  decisions: Decision[];
  players: PlayerReport[];
  turning_points: TurningPoint[];
  graph: GraphPoint[];
}

export interface AnalysisProgress {
  decisions: number;
  of: number;
  last?: Decision;
}

export type { TableRecord };
