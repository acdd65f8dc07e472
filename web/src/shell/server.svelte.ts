import type { ServerTables } from '../engine/schema';

// Whether this page came from a server that keeps tables. A plain file server has none, and then
// nothing of the kind is offered.
let found = $state(false);
let asking: Promise<boolean> | undefined;

export const serverHere = (): boolean => found;

export function findServer(): Promise<boolean> {
  if (!found && !navigator.onLine) {
    addEventListener('online', () => void findServer(), { once: true });
    return Promise.resolve(false);
  }
  asking ??= fetch(new URL('api/tables', document.baseURI), { cache: 'no-store' })
    .then(async (answer) => {
      const said = (await answer.json()) as Partial<ServerTables> | null;
      found = answer.ok && Array.isArray(said?.tables);
      return found;
    })
    .catch(() => false)
    .finally(() => {
      // A network that was not there may be later.
      if (!found) asking = undefined;
    });
  return asking;
}
