// The service worker: keeps the page working without a network. A new version waits until the
// person agrees; then every tab of the page is loaded anew.
import { language, t } from '../text';
import { toast } from './ui/toasts.svelte';

const REGISTER_AFTER = 2000;

let asked: ServiceWorker | undefined;

function offer(waiting: ServiceWorker): void {
  if (asked === waiting) return;
  asked = waiting;
  toast(t('page.update'), {
    seconds: 0,
    action: { label: t('page.reload'), run: () => waiting.postMessage('take-over') },
  });
}

// The words of the language that is spoken are kept too.
export function tellLanguage(): void {
  const code = language();
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ language: code }));
}

export function watchUpdates(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const hadOne = navigator.serviceWorker.controller !== null;
  let reloading = false;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first one takes over silently.
    if (!hadOne || reloading) return;
    reloading = true;
    location.reload();
  });
  // Not before the page is up: filling the cache would slow it down.
  setTimeout(register, REGISTER_AFTER);
}

function register(): void {
  navigator.serviceWorker.register('./sw.js', { updateViaCache: 'none' }).then(
    (registration: ServiceWorkerRegistration | undefined) => {
      if (!registration) return;
      const look = (worker: ServiceWorker | null) => {
        worker?.addEventListener('statechange', () => {
          if (worker.state === 'installed' && navigator.serviceWorker.controller) offer(worker);
        });
      };
      if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
      look(registration.installing);
      registration.addEventListener('updatefound', () => look(registration.installing));
    },
    () => undefined, // private windows and some servers refuse; the page works without
  );
}
