// Works out again what a table's luck came from (docs/server.md): that the secret is the one the
// table was bound to before anybody sat down, and what follows from it and everybody's shares.
import type { Draw, Luck } from './messages';

// The first draw that does not follow: its place among all, from 1.
interface WrongDraw {
  n: number;
  of: number;
  stream: number;
  index: number;
}
export type Checked =
  // mine: whether one's own share is among them; draws: how many follow from it, if they were told
  | { ok: true; key: string; mine: boolean | null; draws: number | null }
  | ({ ok: false; why: 'wrong-draw' } & WrongDraw)
  | { ok: false; why: 'wrong-commit' | 'wrong-share' | 'untold' | 'unable' };

const bytes = (text: string) => new TextEncoder().encode(text);
const hex = (buffer: ArrayBuffer) =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const able = (): boolean => globalThis.crypto?.subtle !== undefined;

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<ArrayBuffer> {
  const imported = await crypto.subtle.importKey(
    'raw',
    key,
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return crypto.subtle.sign('HMAC', imported, bytes(text));
}

// What the answers of chance are keyed with.
export async function luckKey(secret: string, shares: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const said = ['tidelock-luck/1', ...shares].join('\n');
  return new Uint8Array(await hmac(bytes(secret), said));
}

// The answer to a question of a stream among n outcomes.
export async function drawn(
  key: Uint8Array<ArrayBuffer>,
  stream: number,
  index: number,
  n: number,
): Promise<number> {
  const first = new DataView(await hmac(key, `${stream}:${index}`)).getUint32(0);
  return Math.floor((first * n) / 2 ** 32);
}

// Each stream is asked in order, without a question left out: then nothing was chosen among draws.
async function wrongDraw(
  key: Uint8Array<ArrayBuffer>,
  draws: readonly Draw[],
): Promise<WrongDraw | null> {
  const asked = new Map<number, number>();
  for (const [at, draw] of draws.entries()) {
    const [stream, index, n, outcome] = Array.isArray(draw) ? draw : [];
    const next = asked.get(stream!) ?? 0;
    if (index !== next || !(n! > 0) || (await drawn(key, stream!, index, n!)) !== outcome) {
      return { n: at + 1, of: draws.length, stream: Number(stream), index: Number(index) };
    }
    asked.set(stream!, next + 1);
  }
  return null;
}

// `commit`: as it was told before one sat down; `share`: one's own, and at which seat.
export async function checkLuck(
  luck: Luck,
  commit: string,
  own?: { seat: number; share: string },
): Promise<Checked> {
  if (luck.secret === undefined || luck.shares === undefined) return { ok: false, why: 'untold' };
  if (!able()) return { ok: false, why: 'unable' };
  const digest = hex(await crypto.subtle.digest('SHA-256', bytes(luck.secret)));
  if (digest !== commit || luck.commit !== commit) return { ok: false, why: 'wrong-commit' };
  if (own && luck.shares[own.seat - 1] !== own.share) return { ok: false, why: 'wrong-share' };
  const key = await luckKey(luck.secret, luck.shares);
  const draws = Array.isArray(luck.draws) ? luck.draws : null;
  const wrong = draws && (await wrongDraw(key, draws));
  if (wrong) return { ok: false, why: 'wrong-draw', ...wrong };
  return { ok: true, key: hex(key.buffer), mine: own ? true : null, draws: draws?.length ?? null };
}
