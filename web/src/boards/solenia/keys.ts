// The keys of the table, for the help; what they do is in Board.svelte.
import { t } from '../../text';
import type { KeyHelp } from '../types';

export const keyHelp = (): KeyHelp[] =>
  ['card', 'space'].map((name) => ({
    keys: t(`board.solenia.key.${name}`),
    does: t(`board.solenia.key.${name}.does`),
  }));
