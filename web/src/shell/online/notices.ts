// Tells that it is one's turn while one looks elsewhere: by the system, where one has asked for it,
// and by a badge where the page is installed.
import { settings } from '../../store';

type Permission = 'on' | 'off' | 'denied' | 'none';

export function noticesNow(): Permission {
  if (typeof Notification === 'undefined') return 'none';
  if (Notification.permission === 'denied') return 'denied';
  return settings.notices && Notification.permission === 'granted' ? 'on' : 'off';
}

// Only when a person presses the button for it.
export async function askForNotices(): Promise<Permission> {
  if (typeof Notification === 'undefined') return 'none';
  const given = await Notification.requestPermission();
  settings.notices = given === 'granted';
  return noticesNow();
}

export async function tellTurn(title: string, body: string, table: string): Promise<void> {
  if (noticesNow() !== 'on' || !document.hidden) return;
  const tag = `tidelock-${table}`; // a later one takes the place of an earlier one
  const options = { body, tag, icon: './icon.svg', data: { table } };
  try {
    // Where there is a service worker it has to be asked: phones show no others.
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) {
      await worker.showNotification(title, options);
      return;
    }
    const notice = new Notification(title, options);
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // The title and the sound say it too.
  }
}

export async function unsayTurn(table: string): Promise<void> {
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    const shown = await worker?.getNotifications({ tag: `tidelock-${table}` });
    for (const one of shown ?? []) one.close();
  } catch {
    // It is gone by itself at some time.
  }
}

export function badge(turns: number): void {
  const { setAppBadge, clearAppBadge } = navigator as Partial<Navigator>;
  if (!setAppBadge || !clearAppBadge) return;
  const done = turns > 0 ? setAppBadge.call(navigator, turns) : clearAppBadge.call(navigator);
  void done.catch(() => undefined);
}
