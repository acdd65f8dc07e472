// Links that carry what they show: a whole record, or a deal to beat.
import type { TableRecord } from '../engine/messages';
import { isDict, isRecord, isRules } from './checks';

export class LinkError extends Error {
  constructor(readonly why: 'damaged' | 'too-large' | 'unsupported') {
    super(why);
  }
}

const MAX_BYTES = 8 << 20; // as much as one line to the engine may hold

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) throw new LinkError('damaged');
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (c) => c.charCodeAt(0));
  } catch {
    throw new LinkError('damaged');
  }
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    // A short text can unfold to any length.
    if (size > MAX_BYTES) {
      await reader.cancel();
      throw new LinkError('too-large');
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

async function pack(value: unknown): Promise<string> {
  if (typeof CompressionStream === 'undefined') throw new LinkError('unsupported');
  const bytes = new Blob([JSON.stringify(value)]).stream();
  return toBase64Url(await readAll(bytes.pipeThrough(new CompressionStream('deflate-raw'))));
}

async function unpack(text: string): Promise<unknown> {
  if (typeof DecompressionStream === 'undefined') throw new LinkError('unsupported');
  const bytes = fromBase64Url(text.trim());
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const all = await readAll(stream);
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(all)) as unknown;
  } catch (error) {
    throw error instanceof LinkError ? error : new LinkError('damaged');
  }
}

// What stands behind #/replay/ in a link.
export const encodeRecordLink = (record: TableRecord): Promise<string> => pack(record);

// Rejects with a LinkError that says why.
export async function decodeRecordLink(text: string): Promise<TableRecord> {
  const record = await unpack(text);
  if (!isRecord(record)) throw new LinkError('damaged');
  return record;
}

// The same deal for somebody else: what stands behind #/challenge/.
export interface ChallengeLink {
  game: string;
  rules: number; // the version of its rules
  options: Record<string, unknown>;
  seed: string | number;
  pack: string | null; // the id of a shipped one
  bots?: string[]; // who sits in the other seats
  name: string;
  score: number | null;
}

export const encodeChallengeLink = (challenge: ChallengeLink): Promise<string> =>
  pack({ challenge: 1, ...challenge });

const isBots = (value: unknown): value is string[] | undefined =>
  value === undefined ||
  (Array.isArray(value) && value.length <= 7 && value.every((bot) => typeof bot === 'string'));

export async function decodeChallengeLink(text: string): Promise<ChallengeLink> {
  const link = await unpack(text);
  if (
    !isDict(link) ||
    link.challenge !== 1 ||
    typeof link.game !== 'string' ||
    !isRules(link.rules) ||
    !isDict(link.options) ||
    (typeof link.seed !== 'string' && typeof link.seed !== 'number') ||
    !/^\d{1,20}$/.test(String(link.seed)) ||
    (link.pack !== null && typeof link.pack !== 'string') ||
    !isBots(link.bots) ||
    typeof link.name !== 'string' ||
    (link.score !== null && typeof link.score !== 'number')
  ) {
    throw new LinkError('damaged');
  }
  return {
    game: link.game,
    rules: link.rules ?? 1, // links did not say it while there was one version
    options: link.options,
    seed: link.seed,
    pack: link.pack,
    bots: link.bots,
    name: link.name.slice(0, 60),
    score: link.score,
  };
}
