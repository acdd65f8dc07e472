// The keys of the table, for the help; what they do is in keyboard.ts.
import { t } from '../../text';
import type { KeyHelp } from '../types';

const KEYS = ['garages', 'farms', 'canteen', 'values', 'next', 'places', 'arrows'];
export const keyHelp = (): KeyHelp[] =>
  KEYS.map((name) => ({
    keys: t(`board.circadians.key.${name}`),
    does: t(`board.circadians.key.${name}.does`),
  }));
