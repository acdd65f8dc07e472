// An account at the server: nobody needs one. Its cookie is the browser's; here is only what the
// server tells about it.
import { ApiError, ask } from './api';

export interface Session {
  id: string;
  device: string;
  since: number;
  current: boolean;
}
export interface AccountResult {
  table?: string;
  game: string;
  at: number;
  won: number;
  drawn: number;
  lost: number;
  rating: number;
  change: number;
}
export interface Me {
  name: string;
  since: number;
  shown: boolean;
  notify: number | null;
  mail: { address: string; confirmed: boolean } | null;
  notices: string[];
  sessions: Session[];
  results: AccountResult[];
  ratings: Record<string, { rating: number; deviation: number; games: number }>;
}
export interface AccountGame {
  table: string;
  seat: number;
  game: string;
  phase: string;
  waiting: boolean;
}

// Whether it is worth asking: where nobody ever signed in there is no need to.
const KEY = 'tidelock.account';
const remember = (signed: boolean) => {
  try {
    if (signed) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {
    // It is asked for the next time.
  }
};
export function maybeSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

const isMe = (value: unknown): value is Me =>
  typeof value === 'object' && value !== null && typeof (value as Me).name === 'string';

const send = (method: string, body?: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  ...(body ? { body: JSON.stringify(body) } : {}),
});

export class Account {
  me = $state.raw<Me | null>(null);
  known = $state(false); // it was asked for
  offered = $state(true); // this server has accounts

  // What went wrong, by its code; null: nothing.
  private async want(path: string, init?: RequestInit): Promise<string | null> {
    try {
      const { account } = (await ask(path, init)) as { account?: unknown };
      this.me = isMe(account) ? account : null;
      remember(this.me !== null);
      return null;
    } catch (error) {
      return error instanceof ApiError ? error.code : 'other';
    } finally {
      this.known = true;
    }
  }

  async look(): Promise<void> {
    const wrong = await this.want('me');
    this.offered = wrong === null || wrong === 'gone';
  }
  signUp = (name: string, password: string) =>
    this.want('accounts', send('POST', { name, password }));
  signIn = (name: string, password: string) =>
    this.want('session', send('POST', { name, password }));
  signOut = () => this.want('session', send('DELETE'));
  endSession = (id: string) => this.want(`me/sessions/${encodeURIComponent(id)}`, send('DELETE'));
  changePassword = (password: string, fresh: string) =>
    this.want('me/password', send('POST', { password, new: fresh }));
  set = (settings: { shown?: boolean; notify?: number | null }) =>
    this.want('me/settings', send('POST', settings));
  setMail = (address: string) => this.want('me/mail', send('POST', { address }));
  confirmMail = (code: string) => this.want('me/mail/confirm', send('POST', { code }));
  removeMail = () => this.want('me/mail', send('DELETE'));
  remove = (password: string) => this.want('me', send('DELETE', { password }));
}

// Those of the account that are not over; none where nobody is signed in.
export async function accountGames(): Promise<AccountGame[]> {
  if (!maybeSignedIn()) return [];
  try {
    const { games } = (await ask('me/games')) as { games?: AccountGame[] };
    return Array.isArray(games) ? games : [];
  } catch {
    return [];
  }
}
