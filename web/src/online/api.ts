// Tables of the server that this page came from, if it came from one.
import { addressOfApi } from './place';
import type { ServerRefusal, ServerTables } from '../engine/schema';
import { isCard, type NamedCard, type TableCard, type Wish } from './messages';

type Refusal = 'gone' | 'busy' | 'refused';
export class ApiError extends Error {
  constructor(
    readonly what: Refusal,
    message: string,
    readonly code: string = what,
  ) {
    super(message);
  }
}

export async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(addressOfApi(path), { cache: 'no-store', ...init });
  } catch {
    throw new ApiError('gone', 'no answer');
  }
  let said: unknown;
  try {
    said = await answer.json();
  } catch {
    throw new ApiError(answer.status >= 500 ? 'gone' : 'refused', `status ${answer.status}`);
  }
  if (answer.ok) return said;
  const { error } = (said ?? {}) as Partial<ServerRefusal>;
  throw new ApiError(
    answer.status === 429 || answer.status === 503 ? 'busy' : 'refused',
    error?.message ?? `status ${answer.status}`,
    error?.code,
  );
}

const named = (value: unknown): value is NamedCard =>
  isCard(value) && typeof value.table === 'string';

// Undefined: there is no server of tables here.
export async function listTables(): Promise<NamedCard[] | undefined> {
  try {
    const { tables } = (await ask('tables')) as Partial<ServerTables>;
    return Array.isArray(tables) ? tables.filter(named) : undefined;
  } catch {
    return undefined;
  }
}

export async function makeTable(wish: Wish): Promise<NamedCard> {
  const made = await ask('tables', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wish),
  });
  if (!named(made)) throw new ApiError('refused', 'no table in the answer');
  return made;
}

export async function showTable(name: string): Promise<TableCard> {
  const card = await ask(`tables/${encodeURIComponent(name)}`);
  if (!isCard(card)) throw new ApiError('refused', 'no table in the answer');
  return card;
}
