// The message language (docs/protocol.md) in the page's words. All types are made from the schemas
// (schema.d.ts, by `npm run types`); what is said here is only what the page calls them, and that
// its engine, which is always asked in a language, answers with sentences.
import type {
  AnswerAreas,
  AnswerAsked,
  AnswerAt,
  AnswerError,
  AnswerId,
  AnswerLegal,
  AnswerObserve,
  AnswerProgress,
  AnswerReplay,
  Answers,
  GameMove,
  GameScores,
  MessageSeats,
  Requests,
} from './schema';

export type {
  AnswerGame as GameFacts,
  ServerReason as EngineError,
  ServerStatus as Status,
  GameEvent,
  GameOptions as Options,
  GamePack as Pack,
  GameRecord as TableRecord,
  GameView as View,
  ViewShared,
} from './schema';
export type Category = keyof GameScores; // of a score
export type Area = AnswerAreas[number];
export type SeatSetup = MessageSeats[number];

// With what is only told in a language.
type Told<T, K extends keyof T> = T & Required<Pick<T, K>>;
export type Move = GameMove & { words: NonNullable<GameMove['words']> };
// Several items are chosen at once: `min` to `max` of them, none more than `n` times.
type Choose = NonNullable<AnswerLegal['choose']>;
export type Several = Omit<Choose, 'items'> & {
  items: (Omit<Choose['items'][number], 'move'> & { move: Move })[];
};

// What a verb asks and is answered; `id` and `lang` are the engine's own business.
export type Verb = keyof Requests;
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type Request<V extends Verb = Verb> = V extends unknown
  ? Without<Requests[V], 'id' | 'lang'>
  : never;
export type Asking<V extends Verb> = { do: V } & Request<V>;
export type Asked = Omit<AnswerAsked, 'moves' | 'choose'> & { moves?: Move[]; choose?: Several };
type WithAsked<T> = Omit<T, 'asked'> & { asked?: Asked };
interface InWords {
  apply: WithAsked<Answers['apply']>;
  confirm: WithAsked<Answers['confirm']>;
  go: WithAsked<Answers['go']>;
  observe: Told<AnswerObserve, 'lines' | 'help' | 'areas'>;
  at: Told<AnswerAt, 'lines' | 'help' | 'areas'>;
  legal: Omit<AnswerLegal, 'moves' | 'choose'> & { moves: Move[]; choose?: Several };
  replay: AnswerReplay;
}
export type Answer<V extends Verb = Verb> = V extends keyof InWords ? InWords[V] : Answers[V];
export type Progress = AnswerProgress['progress'];
// Anything that an engine says to a request.
export type Said = { id: AnswerId } & (
  | ({ error?: undefined; progress?: undefined } & Answer)
  | (AnswerError & { progress?: undefined })
  | (AnswerProgress & { error?: undefined })
);
