// What a person set: small, and needed before anything is drawn, so it lives in localStorage.
import { isDict } from './checks';

export type Theme = 'system' | 'light' | 'dark';
export type Motion = 'full' | 'fast' | 'off';

const KEY = 'tidelock.settings';
export const CALM = '(prefers-reduced-motion: reduce)';
const matches = (query: string) => typeof matchMedia !== 'undefined' && matchMedia(query).matches;

class Settings {
  theme = $state<Theme>('system');
  motion = $state<Motion>('full');
  sound = $state(0.5); // 0 to 1
  ambience = $state(true);
  confirm = $state(false);
  forced = $state(true); // a server's table makes choices that are none
  letters = $state(false); // letters beside symbols everywhere
  talk = $state(true); // what others say at tables of a server is shown
  notices = $state(false); // the system tells that it is one's turn
  name = $state('');
  // Of the persons who share this screen, without the first.
  friends = $state<string[]>(['', '', '']);

  constructor() {
    let kept: unknown;
    try {
      kept = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    } catch {
      kept = null;
    }
    this.reset();
    if (!isDict(kept)) return;
    const { theme, motion, sound, ambience, confirm, letters, talk, notices, name, friends } = kept;
    if (typeof kept.forced === 'boolean') this.forced = kept.forced;
    if (theme === 'system' || theme === 'light' || theme === 'dark') this.theme = theme;
    if (motion === 'full' || motion === 'fast' || motion === 'off') this.motion = motion;
    if (typeof sound === 'number' && sound >= 0 && sound <= 1) this.sound = sound;
    if (typeof ambience === 'boolean') this.ambience = ambience;
    if (typeof confirm === 'boolean') this.confirm = confirm;
    if (typeof letters === 'boolean') this.letters = letters;
    if (typeof talk === 'boolean') this.talk = talk;
    if (typeof notices === 'boolean') this.notices = notices;
    if (typeof name === 'string') this.name = name.slice(0, 60);
    if (Array.isArray(friends)) {
      this.friends = [0, 1, 2].map((i) => String(friends[i] ?? '').slice(0, 60));
    }
  }

  // What moves: a system that asks for less is heard, whatever is set.
  get moves(): Motion {
    return matches(CALM) ? 'off' : this.motion;
  }

  // Back to what the system suggests.
  reset(): void {
    this.theme = 'system';
    this.motion = matches(CALM) ? 'off' : 'full';
    this.sound = 0.5;
    this.ambience = true;
    this.confirm = matches('(pointer: coarse)');
    this.forced = true;
    this.letters = false;
    this.talk = true;
    this.notices = false;
    this.name = '';
    this.friends = ['', '', ''];
  }

  toJSON(): Record<string, unknown> {
    const { theme, motion, sound, ambience, confirm, forced, letters, talk, notices } = this;
    const { name, friends } = this;
    const set = { theme, motion, sound, ambience, confirm, forced, letters, talk, notices };
    return { ...set, name, friends };
  }

  // Whether it could be kept.
  save(): boolean {
    try {
      localStorage.setItem(KEY, JSON.stringify(this));
      return true;
    } catch {
      return false;
    }
  }
}

export const settings = new Settings();
