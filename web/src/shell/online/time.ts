// How much time is left, as people read it.
import { t } from '../../text';

const URGENT = 15_000; // ms
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const two = (n: number) => String(n).padStart(2, '0');

export function timeLeft(ms: number): { text: string; urgent: boolean } {
  const urgent = ms < URGENT;
  if (ms >= DAY) {
    const [d, h] = [Math.floor(ms / DAY), Math.floor((ms % DAY) / HOUR)];
    return { text: t('page.online.time.days', { d, h }), urgent };
  }
  const seconds = Math.ceil(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return { text: h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`, urgent };
}
