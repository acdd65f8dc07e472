// A table on a server, by WebSocket: the same message language as an engine in a worker. What is
// asked while the connection is lost waits and goes out when it is back; nothing is done twice, for
// whatever changes something carries a key of its own. News come in order, each once.
import { RequestError } from '../engine/client';
import type { Answer, Asking, EngineError, Verb } from '../engine/messages';
import type { EngineLike } from '../table/host';
import type {
  News,
  ServerAnswer,
  ServerAsking,
  ServerGreeting,
  ServerRequest,
  ServerSaid,
  ServerVerb,
  TableCard,
} from './messages';

export type LinkState =
  | 'connecting' // for the first time
  | 'open'
  | 'lost' // it is tried again and again
  | 'missing' // there is no such table
  | 'closed';

// Who one is at the table: sent first on every connection. Without a secret an account opens the seat.
export type Hello = ServerRequest<'watch'> | ServerRequest<'join'> | null;

export interface LinkParts {
  socket?: (url: string) => WebSocket;
  random?: () => number;
  missing?: () => Promise<boolean>; // asked when no connection comes about: is there no such table
}

const FIRST_WAIT = 300; // ms
const LONGEST_WAIT = 12_000;
const SIGN_EVERY = 25_000; // a sign of life is asked for
const SILENCE = 9_000; // then, or with a request unanswered, the connection is taken for lost
const TRY_AGAIN = 250;
const MOST_TRIES = 8;
// Nothing happened, or nobody knows whether it did: asked again it counts once.
const PASSING = new Set(['try-again', 'not-read', 'not-kept', 'unsure']);

const NO_SUCH_TABLE = 4004;
const MOVES = new Set(['apply', 'confirm', 'undo']);
const KEYED = new Set([
  ...MOVES,
  ...['leave', 'back', 'replace', 'propose', 'answer', 'resume', 'resign'],
  ...['say', 'auto', 'notify', 'rematch'],
]);

type Acting = { do: ServerVerb } & Pick<Asking<'apply'>, 'go' | 'with'>;
interface Waiting {
  line: ServerRequest;
  hello: boolean;
  tries: number;
  resolve(answer: ServerAnswer): void;
  reject(error: Error): void;
}

const fresh = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
// 128 bits, as the server wants them.
export const freshSecret = (): string => fresh(16);
const freshKey = (): string => fresh(9);

export class Link implements EngineLike {
  state: LinkState = 'connecting';
  status: News['status'] | null = null; // the last one told
  card: TableCard | null = null;
  seat: number | null = null;
  seen = 0; // items of this viewer's numbering that came
  joined = false; // this connection knows who we are
  onState: (() => void) | undefined;
  onCard: (() => void) | undefined;
  onNews: ((news: News) => void) | undefined; // of the game
  onTold: ((news: News) => void) | undefined; // of the table: all of it
  onRefused: (() => void) | undefined; // one is not any more who one was
  more: (() => Pick<ServerRequest<'watch'>, 'heard'>) | undefined; // what else is said when one comes
  onDeath: (() => void) | undefined;

  private socket: WebSocket | undefined;
  private greeted = false;
  private waiting = new Map<number, Waiting>(); // in the order of asking
  private nextId = 1;
  private failures = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setTimeout> | undefined;
  private heard = 0; // when something came last

  constructor(
    private readonly url: string,
    private lang: string,
    private hello: Hello = null,
    private readonly parts: LinkParts = {},
  ) {
    if (typeof addEventListener !== 'undefined') {
      addEventListener('online', this.comeBack);
      addEventListener('offline', this.goAway);
      addEventListener('pageshow', this.comeBack);
    }
    if (typeof document !== 'undefined') {
      document.addEventListener('visibilitychange', this.look);
    }
    this.connect();
  }

  // --- what a table asks ---

  // As an engine is asked: a table asks for nothing that a server has not, and of what it answers a move with a table
  // reads the status alone.
  request<V extends Verb>(request: Asking<V>): Promise<Answer<V>> {
    // Bots and chance are the server's, and what comes of a move is news.
    const { go: _, with: _look, ...line } = request as Acting;
    return this.tell(line as ServerRequest) as Promise<unknown> as Promise<Answer<V>>;
  }

  // As a server is asked.
  tell<V extends ServerVerb>(request: ServerAsking<V>): Promise<ServerAnswer<V>> {
    return this.ask<V>(KEYED.has(request.do) ? { key: freshKey(), ...request } : request);
  }

  // Says who one is, now and whenever the connection is new. What was seen as somebody else is not
  // known any more.
  introduce(
    hello: NonNullable<Hello>,
    first: ServerRequest<'watch' | 'join' | 'sit'> = hello,
  ): Promise<News> {
    this.hello = hello;
    this.seen = 0;
    this.joined = false;
    return this.ask({ ...first, ...this.more?.() }, true);
  }

  async setLang(lang: string): Promise<void> {
    this.lang = lang;
    // What is told without asking comes in the new language too.
    if (this.hello && this.joined) {
      await this.ask(this.greeting(this.hello), true).catch(() => undefined);
    }
  }

  // Moves that were made and are not answered yet.
  get unsent(): number {
    return [...this.waiting.values()].filter((one) => MOVES.has(one.line.do)).length;
  }

  close(): void {
    if (typeof removeEventListener !== 'undefined') {
      removeEventListener('online', this.comeBack);
      removeEventListener('offline', this.goAway);
      removeEventListener('pageshow', this.comeBack);
    }
    if (typeof document !== 'undefined') {
      document.removeEventListener('visibilitychange', this.look);
    }
    this.become('closed');
    clearTimeout(this.retry);
    this.drop();
    const all = [...this.waiting.values()];
    this.waiting.clear();
    const gone = { code: 'closed', message: 'closed' };
    for (const one of all) one.reject(new RequestError(gone));
  }

  // --- the connection ---

  private connect(): void {
    clearTimeout(this.retry);
    this.drop();
    let socket: WebSocket;
    try {
      socket = (this.parts.socket ?? ((url) => new WebSocket(url)))(this.url);
    } catch {
      this.lose();
      return;
    }
    this.socket = socket;
    this.heard = Date.now();
    this.watchOver();
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (socket === this.socket) this.hear(String(data));
    };
    socket.onclose = ({ code }: CloseEvent) => {
      if (socket !== this.socket) return;
      if (code === NO_SUCH_TABLE) this.giveUp();
      else this.lose();
    };
    socket.onerror = () => {
      if (socket === this.socket && !this.greeted) this.lose();
    };
  }

  private drop(): void {
    const { socket } = this;
    this.socket = undefined;
    this.greeted = false;
    this.joined = false;
    clearTimeout(this.pulse);
    if (!socket) return;
    socket.onmessage = null;
    socket.onclose = null;
    socket.onerror = null;
    try {
      socket.close();
    } catch {
      // It was never open.
    }
  }

  private giveUp(): void {
    clearTimeout(this.retry);
    this.drop();
    this.become('missing');
    const all = [...this.waiting.values()];
    this.waiting.clear();
    const error = { code: 'no-such-table', message: 'there is no such table' };
    for (const one of all) one.reject(new RequestError(error));
  }

  private lose(): void {
    this.drop();
    if (this.over) return;
    if (this.state !== 'connecting' || this.failures > 1) this.become('lost');
    if (this.card === null && this.failures === 0) {
      void this.parts.missing?.().then((missing) => {
        if (missing && this.card === null && !this.over) this.giveUp();
      });
    }
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 1.7 ** this.failures++);
    const random = this.parts.random ?? Math.random;
    // Not everybody at the same moment when a server comes back.
    this.retry = setTimeout(() => this.connect(), wait * (0.6 + 0.8 * random()));
  }

  private get over(): boolean {
    return this.state === 'closed' || this.state === 'missing';
  }

  private become(state: LinkState): void {
    if (this.state === state) return;
    this.state = state;
    this.onState?.();
  }

  private readonly comeBack = (): void => {
    if (this.over) return;
    this.failures = 0;
    if (!this.greeted) this.connect();
    else this.sign();
  };
  private readonly goAway = (): void => {
    if (this.over) return;
    this.become('lost');
    this.lose();
  };
  // A tab that comes to the front may have slept.
  private readonly look = (): void => {
    if (!document.hidden) this.comeBack();
  };

  // Asks for a sign of life; without one in time the connection is made anew.
  private sign(): void {
    if (this.joined) this.post({ do: 'table', id: 0 });
    this.watchOver(true);
  }

  private watchOver(asked = this.waiting.size > 0 || !this.greeted): void {
    clearTimeout(this.pulse);
    const since = Date.now();
    this.pulse = setTimeout(
      () => {
        if (!asked) this.sign();
        else if (this.heard >= since) this.watchOver();
        else this.lose();
      },
      asked ? SILENCE : SIGN_EVERY,
    );
  }

  // --- messages ---

  private ask<V extends ServerVerb>(
    line: ServerAsking<V>,
    hello = false,
  ): Promise<ServerAnswer<V>> {
    return new Promise<ServerAnswer<V>>((resolve, reject) => {
      if (this.over) {
        reject(new RequestError({ code: 'closed', message: 'closed' }));
        return;
      }
      const id = this.nextId++;
      const waiting = { line, hello, tries: 0, resolve: resolve as Waiting['resolve'], reject };
      this.waiting.set(id, waiting);
      if (this.greeted && (this.joined || hello)) this.send(id, waiting);
    });
  }

  private send(id: number, { line }: Waiting): void {
    this.post({ ...line, id });
    this.watchOver(true);
  }
  private post(line: ServerRequest & { id: number }): void {
    if (this.socket?.readyState === 1) {
      this.socket.send(JSON.stringify({ lang: this.lang, ...line }));
    }
  }

  private hear(text: string): void {
    this.heard = Date.now();
    let said: ServerSaid;
    try {
      said = JSON.parse(text) as ServerSaid;
    } catch {
      return;
    }
    if (said.tidelock !== undefined) this.greet(said);
    else if (said.push) this.take(said);
    else this.answered(said);
  }

  private greet(said: ServerGreeting): void {
    // The table may be read the next time.
    if (said.error && PASSING.has(said.error.code)) return this.lose();
    this.greeted = true;
    if (said.table) this.setCard(said.table);
    const unanswered = [...this.waiting].filter(([, one]) => one.hello);
    // Whoever introduces oneself just now does it again; otherwise as before.
    if (unanswered.length > 0) for (const [id, one] of unanswered) this.send(id, one);
    else if (this.hello) {
      this.ask(this.greeting(this.hello), true).catch(() => this.onRefused?.());
    } else this.ready();
  }

  private greeting(hello: NonNullable<Hello>): ServerRequest<'watch' | 'join'> {
    return { ...hello, seen: this.seen, ...this.more?.() };
  }

  private ready(): void {
    this.failures = 0;
    this.joined = true;
    for (const [id, one] of this.waiting) if (!one.hello) this.send(id, one);
    this.become('open');
    this.watchOver();
  }

  private answered(said: Exclude<ServerSaid, ServerGreeting>): void {
    const waiting = this.waiting.get(said.id as number);
    if (!waiting) {
      if (said.id === 0 && said.table) this.setCard(said.table);
      else if (said.error && typeof said.id !== 'number') this.startAnew(said.error);
      return;
    }
    const id = said.id as number;
    if (said.error) {
      const passing = PASSING.has(said.error.code);
      if (passing && ++waiting.tries < MOST_TRIES) {
        setTimeout(() => {
          if (this.waiting.get(id) === waiting && this.greeted) this.send(id, waiting);
        }, TRY_AGAIN * waiting.tries);
        return;
      }
      // Whoever sits there or looks on comes again when the server is well.
      if (passing && waiting.hello && waiting.line.do !== 'sit') {
        waiting.tries = 0;
        this.become('lost');
        this.lose();
        return;
      }
      this.waiting.delete(id);
      if (waiting.hello) {
        // Connected all the same, as nobody.
        this.hello = null;
        if (!this.joined) this.ready();
      }
      waiting.reject(new RequestError(said.error));
      return;
    }
    this.waiting.delete(id);
    if (waiting.hello) {
      this.seat = said.seat ?? null;
    }
    this.take(said);
    if (waiting.hello && !this.joined) this.ready();
    // Who changed nothing that shows is told no status.
    waiting.resolve(said.status || !this.status ? said : { ...said, status: this.status });
  }

  // An error that does not say what it answers: all that waits is asked again, a few times.
  private startAnew(error: EngineError): void {
    for (const [id, one] of this.waiting) {
      if (one.hello || ++one.tries < MOST_TRIES) continue;
      this.waiting.delete(id);
      one.reject(new RequestError(error));
    }
    if (this.waiting.size > 0) this.lose();
  }

  private take(said: News): void {
    if (said.table) this.setCard(said.table);
    if (said.status) this.status = said.status;
    this.onTold?.(said);
    if (said.from !== undefined && said.next !== undefined && said.events) {
      this.seen = said.next;
      this.onNews?.(said);
    }
  }

  private setCard(card: TableCard): void {
    this.card = card;
    this.onCard?.();
  }
}
