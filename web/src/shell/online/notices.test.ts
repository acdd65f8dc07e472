import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settings } from '../../store';
import { askForNotices, badge, noticesNow, tellTurn } from './notices';

class Notice {
  static permission = 'default';
  static shown: { title: string; tag?: string; body?: string }[] = [];
  static requestPermission = async () => (Notice.permission = Notice.answer);
  static answer = 'granted';
  onclick: (() => void) | null = null;
  constructor(title: string, options: NotificationOptions) {
    Notice.shown.push({ title, tag: options.tag, body: options.body });
  }
}

let hidden = true;
const badges: number[] = [];
beforeEach(() => {
  Notice.permission = 'default';
  Notice.answer = 'granted';
  Notice.shown = [];
  settings.notices = false;
  vi.stubGlobal('Notification', Notice);
  vi.stubGlobal('document', {
    get hidden() {
      return hidden;
    },
  });
  vi.stubGlobal('navigator', {
    setAppBadge: async (n: number) => void badges.push(n),
    clearAppBadge: async () => void badges.push(0),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('nothing is told before somebody asked for it', async () => {
  hidden = true;
  expect(noticesNow()).toBe('off');
  await tellTurn('Game', 'your turn', 'T');
  expect(Notice.shown).toEqual([]);
  expect(await askForNotices()).toBe('on');
  await tellTurn('Game', 'your turn', 'T');
  expect(Notice.shown).toEqual([{ title: 'Game', tag: 'tidelock-T', body: 'your turn' }]);
});

it('nobody is told who looks at the page anyway', async () => {
  await askForNotices();
  hidden = false;
  await tellTurn('Game', 'your turn', 'T');
  expect(Notice.shown).toEqual([]);
});

it('a browser that says no is believed', async () => {
  Notice.answer = 'denied';
  expect(await askForNotices()).toBe('denied');
  hidden = true;
  await tellTurn('Game', 'your turn', 'T');
  expect(Notice.shown).toEqual([]);
});

it('the badge comes and goes', () => {
  badge(1);
  badge(0);
  expect(badges).toEqual([1, 0]);
});
