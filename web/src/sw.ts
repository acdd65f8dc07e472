// Keeps the page working without a network. Every build has its own cache, filled before it takes
// over: all the page needs but the words of languages that are not spoken here and the networks of
// the bots; those follow once it runs.
/// <reference lib="webworker" />
import { languageOf, mustHave } from './sw-files';

// eslint-disable-next-line no-restricted-syntax -- the types of pages and of workers are in one project
const scope = self as unknown as ServiceWorkerGlobalScope;

const FILES: string[] = __FILES__;
const CACHE = `tidelock-${__VERSION__}`;
const KEPT = 'tidelock'; // outlives versions
const LANGUAGE = new URL('./chosen-language', scope.location.href).href;

const address = (file: string) => new URL(file, scope.location.href).href;

async function chosenLanguages(): Promise<string[]> {
  const kept = await (await caches.open(KEPT)).match(LANGUAGE);
  return kept ? ['en', await kept.text()] : ['en'];
}

async function fetchInto(cache: Cache, file: string): Promise<void> {
  const url = address(file);
  if (await cache.match(url)) return;
  // Names with a hash never change: what an older version had is good.
  if (/-[\w-]{8}\.\w+$/.test(file)) {
    const old = await caches.match(url);
    if (old) return cache.put(url, old);
  }
  const answer = await fetch(url, { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  await cache.put(url, answer);
}

async function install(): Promise<void> {
  const [cache, languages] = [await caches.open(CACHE), await chosenLanguages()];
  await Promise.all(
    FILES.filter((file) => mustHave(file, languages)).map((file) => fetchInto(cache, file)),
  );
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith('tidelock-') && name !== CACHE) await caches.delete(name);
  }
  await scope.clients.claim();
}

// After the page runs: the language it speaks, then the networks.
async function fill(language: string): Promise<void> {
  await (await caches.open(KEPT)).put(LANGUAGE, new Response(language));
  const cache = await caches.open(CACHE);
  for (const file of FILES) {
    const other = languageOf(file);
    if (other === undefined || other === language)
      await fetchInto(cache, file).catch(() => undefined);
  }
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const url = new URL(request.url);
  url.hash = '';
  const wanted = request.mode === 'navigate' ? address('index.html') : url.href;
  const cached = await cache.match(wanted, { ignoreSearch: request.mode === 'navigate' });
  if (cached) return cached;
  const fresh = await fetch(request);
  if (fresh.ok && FILES.some((file) => address(file) === wanted)) {
    await cache.put(wanted, fresh.clone());
  }
  return fresh;
}

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('message', (event) => {
  const said = event.data as unknown;
  if (said === 'take-over') void scope.skipWaiting();
  const language = (said as { language?: unknown } | null)?.language;
  if (typeof language === 'string') event.waitUntil(fill(language));
});
// "It is your turn": to the tab with that table, or a new one.
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { table } = (event.notification.data ?? {}) as { table?: string };
  const place = `#/online/${encodeURIComponent(table ?? '')}`;
  const go = async () => {
    const tabs = await scope.clients.matchAll({ type: 'window' });
    const there = tabs.find((one) => one.url.endsWith(place));
    await (there ? there.focus() : scope.clients.openWindow(`./${place}`));
  };
  event.waitUntil(go());
});
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const ours = request.url.startsWith(new URL('./', scope.location.href).href);
  // What a server of tables says is of this moment.
  const said = request.url.startsWith(address('api/'));
  if (request.method === 'GET' && ours && !said) event.respondWith(answer(request));
});
