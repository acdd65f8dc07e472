// What a record answers when it is looked at (docs/protocol.md, `replay`, `at` and `analyse`), in the page's words.
import type { Answer, Asking, Progress, Verb } from '../engine/messages';
import type { AnswerAnalyse, AnswerDecision, AnswerProgress, AnswerReplay } from '../engine/schema';

export type { TableRecord } from '../engine/messages';
export type {
  AnswerAnalyse as Analysis,
  AnswerDecision as Decision,
  AnswerWorth as Judged,
} from '../engine/schema';

// Whatever answers requests: the client in the page, the module itself in tests.
export interface Asks {
  request<V extends Verb>(
    request: Asking<V>,
    progress?: (progress: Progress) => void,
  ): Promise<Answer<V>>;
  setLang(lang: string): Promise<void>;
  close(): void;
}

// A move of somebody: entries count the moves and outcomes of the record from 1. What a record alone tells of it has less.
type Move = AnswerReplay['decisions'][number];
export type Played = Omit<Move, 'forced'> & Partial<Pick<Move, 'forced'>>;

export type Position = Answer<'at'>;

export type Grade = AnswerDecision['grade'];
export const GRADES = [
  'best',
  'good',
  'inaccuracy',
  'mistake',
  'blunder',
] as const satisfies readonly Grade[];

export type GraphPoint = AnswerAnalyse['graph'][number];
export type TurningPoint = AnswerAnalyse['turning_points'][number];
export type AnalysisProgress = Extract<AnswerProgress['progress'], { of: number }>;
