// Where the page stands: what follows # in its address.
export interface Route {
  page: string; // '' is the start
  rest: string; // what follows, as it was written
  query: URLSearchParams;
}

export function readRoute(hash: string): Route {
  const text = hash.replace(/^#?\/?/, '');
  const [path = '', query = ''] = text.split('?', 2);
  const slash = path.indexOf('/');
  const [page, rest] = slash < 0 ? [path, ''] : [path.slice(0, slash), path.slice(slash + 1)];
  return { page, rest, query: new URLSearchParams(query) };
}

let current = $state.raw(readRoute(typeof location === 'undefined' ? '' : location.hash));
if (typeof addEventListener !== 'undefined') {
  addEventListener('hashchange', () => (current = readRoute(location.hash)));
}

export const route = (): Route => current;

export function go(to: string): void {
  location.hash = to;
}

// The same page under another address, and no way back to the one it had.
export function rename(to: string): void {
  history.replaceState(history.state, '', to);
  current = readRoute(location.hash);
}

// The whole address of a place in this page, to be sent to somebody.
export const addressOf = (to: string): string =>
  `${location.origin}${location.pathname}#/${to.replace(/^#?\/?/, '')}`;
