// What the page keeps in the browser. If storage is refused or full the page goes on with what it
// has in memory; `storage` says so to whoever shows it.

export type Trouble = 'refused' | 'full';
export type Kept = { ok: true } | { ok: false; why: Trouble };

class Storage {
  trouble = $state<Trouble | null>(null);
  damaged = $state<{ table: TableName; key: string }[]>([]);
}
export const storage = new Storage();

const NAME = 'tidelock';
const VERSION = 2;
const TABLES = ['games', 'results', 'packs', 'seats'] as const;
type TableName = (typeof TABLES)[number];

const troubleOf = (error: unknown): Trouble =>
  error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'refused';

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      for (const table of TABLES) {
        if (!request.result.objectStoreNames.contains(table)) {
          request.result.createObjectStore(table, { keyPath: 'id' });
        }
      }
    };
    request.onsuccess = () => {
      const db = request.result;
      // Another tab with a newer page wants to change the database.
      db.onversionchange = () => db.close();
      db.onclose = () => (opening = undefined);
      resolve(db);
    };
    request.onerror = () => reject(request.error ?? new Error('refused'));
    request.onblocked = () => reject(new Error('blocked'));
  });
  return opening;
}

// For tests, and after all was cleared.
export async function closeDatabase(): Promise<void> {
  const db = await opening?.catch(() => undefined);
  db?.close();
  opening = undefined;
}

async function run<T>(
  table: TableName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const db = await open();
  return new Promise<T>((resolve, reject) => {
    const transaction = db.transaction(table, mode);
    const request = work(transaction.objectStore(table));
    // Writing may still fail when the transaction ends: that is where "full" shows.
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? request.error ?? new Error('refused'));
    transaction.onerror = () => reject(transaction.error ?? request.error ?? new Error('refused'));
  });
}

// Reads an entry and puts what is made of it, in one transaction.
async function rewrite(
  table: TableName,
  id: string,
  make: (stored: unknown) => unknown,
): Promise<void> {
  let failed: unknown;
  try {
    await run(table, 'readwrite', (store) => {
      const reading = store.get(id) as IDBRequest<unknown>;
      reading.onsuccess = () => {
        try {
          const made = make(reading.result);
          if (made !== undefined) store.put(made);
        } catch (error) {
          failed = error;
          store.transaction.abort();
        }
      };
      return reading;
    });
  } catch (error) {
    throw failed ?? error;
  }
}

// What changed; `elsewhere`: in another tab of this page.
export interface Change {
  table: TableName;
  id?: string; // none: all of them
  elsewhere: boolean;
}

const hearers = new Set<(change: Change) => void>();
const tellHere = (change: Change) => hearers.forEach((hear) => hear(change));
// Without it the tabs of this page do not hear of each other.
const others =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`${NAME}.changes`);
if (others) {
  others.onmessage = ({ data }: MessageEvent<Change>) => tellHere({ ...data, elsewhere: true });
}

// One kind of entries. Entries that do not pass the check are left alone and reported.
export class Table<T extends { id: string }> {
  // What could not be written; null for what could not be removed.
  private readonly memory = new Map<string, T | null>();

  constructor(
    private readonly name: TableName,
    private readonly check: (entry: unknown) => entry is T,
  ) {}

  async list(): Promise<T[]> {
    let stored: unknown[] = [];
    try {
      stored = await run(this.name, 'readonly', (store) => store.getAll() as IDBRequest<unknown[]>);
    } catch (error) {
      storage.trouble ??= troubleOf(error);
    }
    const all = new Map<string, T>();
    for (const entry of stored) {
      if (this.check(entry)) all.set(entry.id, entry);
      else this.report(entry);
    }
    for (const [id, entry] of this.memory) {
      if (entry) all.set(id, entry);
      else all.delete(id);
    }
    return [...all.values()];
  }

  // Undefined: there is none, or it is damaged (then it is reported).
  async get(id: string): Promise<T | undefined> {
    const remembered = this.memory.get(id);
    if (remembered !== undefined) return remembered ? structuredClone(remembered) : undefined;
    let entry: unknown;
    try {
      entry = await run(this.name, 'readonly', (store) => store.get(id) as IDBRequest<unknown>);
    } catch (error) {
      storage.trouble ??= troubleOf(error);
      return undefined;
    }
    if (entry === undefined || this.check(entry)) return entry as T | undefined;
    this.report(entry);
    return undefined;
  }

  async put(entry: T): Promise<Kept> {
    return (await this.change(entry.id, () => entry)) as Kept;
  }

  // Puts what `make` makes of the entry that is there, and no other tab comes in between. It may
  // decline by making none.
  async change(
    id: string,
    make: (stored: T | undefined) => T | undefined,
  ): Promise<Kept | { ok: false; why: 'declined' }> {
    let made: T | undefined;
    const makeOf = (stored: unknown): T | undefined => {
      const remembered = this.memory.get(id);
      const before = remembered === undefined ? stored : (remembered ?? undefined);
      const entry = make(this.check(before) ? before : undefined);
      // Plain data only: reactive objects cannot be stored.
      made = entry && (JSON.parse(JSON.stringify(entry)) as T);
      return made;
    };
    try {
      await rewrite(this.name, id, makeOf);
      if (!made) return { ok: false, why: 'declined' };
      this.memory.delete(id);
      this.tell(id);
      return { ok: true };
    } catch (error) {
      // Storage may have failed before it was asked for the entry.
      made ??= makeOf(undefined);
      if (!made) return { ok: false, why: 'declined' };
      this.memory.set(id, made);
      this.tell(id);
      return this.refused(error);
    }
  }

  async remove(id: string): Promise<Kept> {
    storage.damaged = storage.damaged.filter((one) => one.table !== this.name || one.key !== id);
    try {
      await run(this.name, 'readwrite', (store) => store.delete(id));
      this.memory.delete(id);
      this.tell(id);
      return { ok: true };
    } catch (error) {
      this.memory.set(id, null);
      this.tell(id);
      return this.refused(error);
    }
  }

  async clear(): Promise<Kept> {
    storage.damaged = storage.damaged.filter((one) => one.table !== this.name);
    this.memory.clear();
    try {
      await run(this.name, 'readwrite', (store) => store.clear());
      this.tell();
      return { ok: true };
    } catch (error) {
      return this.refused(error);
    }
  }

  // Called after each change, in this tab or another; answers how to stop that.
  onChange(hear: (change: Change) => void): () => void {
    const mine = (change: Change) => {
      if (change.table === this.name) hear(change);
    };
    hearers.add(mine);
    return () => hearers.delete(mine);
  }

  private tell(id?: string): void {
    const change: Change = { table: this.name, id, elsewhere: false };
    tellHere(change);
    others?.postMessage(change);
  }

  private refused(error: unknown): Kept {
    const why = troubleOf(error);
    storage.trouble = why;
    return { ok: false, why };
  }

  private report(entry: unknown): void {
    const key = String((entry as { id?: unknown } | null)?.id ?? '?');
    if (storage.damaged.some((one) => one.table === this.name && one.key === key)) return;
    storage.damaged.push({ table: this.name, key });
  }
}
