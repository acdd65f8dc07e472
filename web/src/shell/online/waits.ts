// How long a turn may wait before somebody is told, in seconds.
import { t } from '../../text';

const HOUR = 3600;
export const WAITS = [HOUR, 6 * HOUR, 24 * HOUR, 48 * HOUR];

export const waitWords = (seconds: number): string =>
  seconds % HOUR === 0
    ? t('page.online.account.notify.hours', { n: seconds / HOUR })
    : t('page.online.account.notify.minutes', { n: Math.round(seconds / 60) });
