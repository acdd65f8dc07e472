// What a table needs from around it. The page gives it a worker and the browser's storage, a test an
// engine in the same thread and a drawer of its own.
import type { Answer, Asking, Progress, Verb } from '../engine/messages';
import { Engine } from '../engine/client';
import { keepPlayed, keepResult, settings, type Motion } from '../store';
import { language } from '../text';

export interface EngineLike {
  request<V extends Verb>(
    request: Asking<V>,
    progress?: (progress: Progress) => void,
  ): Promise<Answer<V>>;
  setLang(lang: string): Promise<void>;
  close(): void;
  // Called when it died, and with it the table.
  onDeath?: (() => void) | undefined;
}

export interface Host {
  engine(game: string, lang: string): EngineLike;
  save: typeof keepPlayed;
  result: typeof keepResult;
  lang(): string;
  motion(): Motion;
  confirm(): boolean;
  painted(): Promise<void>; // what changed is on the screen, and the page has come to rest
}

const CALM = 25; // ms from frame to frame
const LONGEST = 400;

// Until frames follow each other as they should, or one has waited long enough.
function smooth(): Promise<void> {
  return new Promise((done) => {
    if (document.hidden) return done(); // nothing is painted where nobody looks
    const begin = performance.now();
    let last = begin;
    let calm = 0;
    const frame = (now: number) => {
      calm = now - last < CALM ? calm + 1 : 0;
      last = now;
      if (calm > 2 || now - begin > LONGEST) done();
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    setTimeout(done, LONGEST);
  });
}

export const pageHost: Host = {
  engine: (game, lang) => new Engine(game, lang),
  save: keepPlayed,
  result: keepResult,
  lang: language,
  motion: () => settings.moves,
  confirm: () => settings.confirm,
  painted: smooth,
};
