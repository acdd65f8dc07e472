// What the viewer is asked. Engines ask as in a terminal; where the words of the board have a question
// of their own for what a game wants to know, that one is shown.
import { hasText, t } from '../../text';
import type { SeatScreen } from '../../table/screen.svelte';

export interface Ask {
  what: string;
  how: string;
}

type Asked = Pick<SeatScreen, 'moves' | 'prompt' | 'several'>;

export function askOf(game: string, { moves, prompt, several }: Asked): Ask {
  const kinds = new Set(moves.map((move) => move.kind));
  // The rarest kind says most about what is going on.
  const kind = [...kinds].at(-1);
  const key = `board.${game}.ask.${kind}`;
  const parts = Object.entries(moves.at(-1) ?? {}).filter(
    (part): part is [string, string | number] =>
      typeof part[1] === 'string' || typeof part[1] === 'number',
  );
  const args = { left: 1, row: '', ...Object.fromEntries(parts) };
  if (several !== null) {
    const { min, max } = several;
    const all = ['.several', ''].map((end) => `${key}${end}`).find((one) => hasText(one));
    return {
      what: all ? t(all, { ...args, n: max }) : prompt,
      how: t(min === max ? 'page.table.several' : 'page.table.several.range', { n: max }),
    };
  }
  const how = hasText(`${key}.how`) ? t(`${key}.how`, args) : undefined;
  if (hasText(key)) return { what: t(key, args), how: how ?? '' };
  // The question itself also after a reload, when nobody was asked before.
  return {
    what: prompt || t('page.table.your-turn'),
    how: how ?? t('page.table.your-how', { n: moves.length }),
  };
}
