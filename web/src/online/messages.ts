// What a server of tables says (docs/server.md), in the page's words. The types are made from the schemas.
import type {
  ServerAnswers,
  AnswerBack,
  ServerCard,
  ServerChair,
  ServerGreeting,
  ServerNews,
  ServerRefusal,
  ServerRequests,
  ServerTold,
} from '../engine/schema';
import { botName } from '../store';

export type {
  ServerCard as TableCard,
  ServerClockWish as ClockWish,
  ServerClocks as Clocks,
  ServerDraw as Draw,
  ServerGreeting,
  ServerHand as ClockOf,
  ServerLevel as BotLevel,
  ServerLuck as Luck,
  ServerNews as News,
  ServerSpoken as Spoken,
  ServerWhat as Proposed,
  ServerStatus,
  ServerWish as Wish,
} from '../engine/schema';
export type Phase = ServerCard['phase'];
// A table that anybody can come to: its name is told.
export type NamedCard = ServerCard & Required<Pick<ServerCard, 'table'>>;

// What a verb asks and is answered; `id` and `lang` are the link's own business.
export type ServerVerb = keyof ServerRequests;
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type ServerRequest<V extends ServerVerb = ServerVerb> = V extends unknown
  ? Without<ServerRequests[V], 'id' | 'lang'>
  : never;
export type ServerAsking<V extends ServerVerb> = { do: V } & ServerRequest<V>;
export type ServerAnswer<V extends ServerVerb = ServerVerb> = ServerAnswers[V];
// Anything that comes through the socket.
type None<T> = { [K in keyof T]?: undefined };
export type ServerSaid =
  | (ServerNews & None<Pick<ServerGreeting, 'tidelock' | 'protocol'>> & { error?: undefined })
  | (ServerRefusal & None<Omit<ServerNews, 'id'>> & None<Pick<ServerGreeting, 'tidelock'>>)
  | (ServerGreeting & None<Omit<ServerNews, 'table'>>);

// What was taken back: so many events before this one did not happen.
export type FeedItem = ServerTold[number];
export const isBack = (item: FeedItem): item is AnswerBack & FeedItem => item.back !== undefined;

const isDict = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// As a chair is called; empty where nobody sits.
export const nameOfChair = ({ name, bot }: ServerChair, seat: number): string =>
  name ?? (bot ? botName(seat) : '');

// Whether a server's answer is a table. What it says is judged by whoever uses it.
export const isCard = (value: unknown): value is ServerCard =>
  isDict(value) &&
  typeof value.game === 'string' &&
  isDict(value.options) &&
  ['gathering', 'playing', 'over'].includes(String(value.phase)) &&
  Array.isArray(value.seats) &&
  value.seats.every(isDict);
