// An account at the server: nobody needs one. Its cookie is the browser's; here is only what the
// server tells about it.
import type {
  AccountAnswer,
  AccountGame,
  AccountGames,
  AccountMe as Me,
  AccountPlayer as PlayerCard,
} from '../engine/schema';
import { ApiError, ask } from './api';
import { maybeSignedIn, rememberSigned } from './signed';

export type {
  AccountGame,
  AccountMe as Me,
  AccountPlayer as PlayerCard,
  AccountRating as Rating,
  AccountResult,
} from '../engine/schema';

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
  ways = $state.raw<string[]>([]); // in which whoever looks can be told, with an account or without

  // What went wrong, by its code; null: nothing.
  private async want(path: string, init?: RequestInit): Promise<string | null> {
    try {
      const { account, notices } = (await ask(path, init)) as Partial<AccountAnswer>;
      this.me = isMe(account) ? account : null;
      const ways = this.me ? this.me.notices : notices;
      this.ways = Array.isArray(ways) ? ways.map(String) : [];
      rememberSigned(this.me !== null);
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
  set = (settings: { shown?: boolean; notify?: number | null; lang?: string }) =>
    this.want('me/settings', send('POST', settings));
  setMail = (address: string) => this.want('me/mail', send('POST', { address }));
  confirmMail = (code: string) => this.want('me/mail/confirm', send('POST', { code }));
  removeMail = () => this.want('me/mail', send('DELETE'));
  remove = (password: string) => this.want('me', send('DELETE', { password }));
}

// Null: nobody has this name, or they do not want to be shown.
export async function playerOf(name: string): Promise<PlayerCard | null> {
  const said = (await ask(`players/${encodeURIComponent(name)}`).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'no-such-player') return null;
    throw error;
  })) as PlayerCard | null;
  return said && typeof said.name === 'string' ? said : null;
}

// Those of the account that are not over; none where nobody is signed in.
export async function accountGames(): Promise<AccountGame[]> {
  if (!maybeSignedIn()) return [];
  try {
    const { games } = (await ask('me/games')) as Partial<AccountGames>;
    return Array.isArray(games) ? games : [];
  } catch {
    return [];
  }
}
