// Sentences about what lies on the table, for labels and tips.
import { formatList, language, literal, t } from '../../text';
import {
  cardAt,
  isNeutral,
  readCard,
  RESOURCES,
  skyOf,
  countOf,
  type Half,
  type PlayMove,
  type SoleniaView,
  type Terrain,
} from './model';
import { bonusOf, improvementOf, type Improvement, type Mode, type Pack } from './pack';

const NAME: Record<string, string> = { W: 'wood', H: 'wheat', S: 'stone', A: 'water' };

// Sentences one after the other; Chinese has no space between them.
export const joined = (...sentences: string[]): string =>
  sentences.filter(Boolean).join(language() === 'zh-Hant' ? '' : ' ');

export const resourceWord = (letter: string): string =>
  t(`solenia.${NAME[letter] ?? 'wood'}`, { n: 1 });
export const terrainWord = (terrain: Terrain): string =>
  t(`solenia.terrain.${NAME[terrain] ?? terrain}`);
export const skyWord = (row: string | null | undefined): string => t(`solenia.sky.${skyOf(row)}`);
export const starsWord = (n: number): string => t('solenia.stars', { n });

// "2 wood and 1 stone".
export function goodsWords(goods: string): string {
  const parts = RESOURCES.map((one) => ({ one, n: countOf(goods, one) }))
    .filter((part) => part.n > 0)
    .map((part) => t('solenia.count', { n: part.n, resource: `@solenia.${NAME[part.one]}` }));
  return parts.length ? formatList(parts) : t('solenia.nothing');
}

function effectWords(name: string): string {
  const card = readCard(name);
  if (card.gain) return goodsWords(card.gain);
  if (card.space) return t('solenia.effect.space', { n: card.space });
  if (card.starIf)
    return t('solenia.effect.star', { terrain: `@solenia.terrain.${NAME[card.starIf]}` });
  return t('solenia.nothing');
}

export function cardWords(name: string): string {
  const card = readCard(name);
  return t(card.value === 0 ? 'board.solenia.card.zero' : 'board.solenia.card', {
    value: card.value,
    gives: effectWords(name),
  });
}

export function tileWords(half: Half, cost: string, stars: number): string {
  return t('board.solenia.order', { row: half, cost: goodsWords(cost), stars });
}

export function bonusWords(bonus: string): string {
  if (bonus.startsWith('+')) return t('solenia.bonus.capacity', { n: Number(bonus.slice(1)) });
  if (bonus.endsWith('*')) return starsWord(Number(bonus.slice(0, -1)));
  if (bonus.includes('|'))
    return t('solenia.list.or', {
      a: goodsWords(bonus.split('|')[0]!),
      b: goodsWords(bonus.split('|')[1]!),
    });
  return goodsWords(bonus);
}

export function level1Words(tile: Improvement): string {
  return t(`solenia.level1.${tile.kind}`, { n: tile.n });
}
export function level3Words(half: Half, tile: Improvement): string {
  return t(`solenia.level3.${half}.${tile.kind}`, {
    day_n: tile.n,
    night_n: tile.n,
    day_cost: tile.cost ?? 0,
    night_cost: tile.cost ?? 0,
  });
}

export function slotWords(
  pack: Pack,
  mode: Mode,
  view: SoleniaView,
  seat: number,
  half: Half,
  at: number,
  waits: number, // for so many tiles on the level below
): string {
  const player = view.players[seat - 1]!;
  const tile = player.slots[half][at] ?? null;
  const cover = coverOf(pack, view, seat, half, at);
  const bonus = cover
    ? at === 0
      ? t('board.solenia.slot.level1', { tile: level1Words(cover) })
      : t('solenia.slot.counts', { half: level3Words(half, cover) })
    : bonusWords(bonusOf(pack, mode, half, at));
  if (tile !== null) {
    const printed = pack.tiles[half][tile - 1];
    const filled = t('board.solenia.slot.filled', {
      row: half,
      slot: at + 1,
      stars: printed?.stars ?? 0,
      cost: goodsWords(printed?.cost ?? ''),
    });
    return cover ? `${filled}\n${bonus}` : filled;
  }
  const level = Math.floor(at / 2) + 1;
  return t(waits > 0 ? 'board.solenia.slot.closed' : 'board.solenia.slot.free', {
    row: half,
    slot: at + 1,
    level,
    below: level - 1,
    n: waits,
    bonus,
  });
}

// The improvement that lies across this slot.
export function coverOf(
  pack: Pack,
  view: SoleniaView,
  seat: number,
  half: Half,
  at: number,
): Improvement | null {
  const own = view.players[seat - 1]?.improvements;
  if (!own) return null;
  if (at === 0) return improvementOf(pack, 'level1', own.level1);
  if (at === 5) return improvementOf(pack, half, own[half]);
  return null;
}

export function whatLies(
  view: SoleniaView,
  names: string[],
  space: string,
  terrain: Terrain,
): string {
  const card = cardAt(view, space);
  if (!card) return t('board.solenia.space.empty', { space, terrain: terrainWord(terrain) });
  const { value } = readCard(card.card);
  if (isNeutral(view, card.seat))
    return t('board.solenia.space.neutral', { space, terrain: terrainWord(terrain), value });
  return t('board.solenia.space.card', {
    space,
    terrain: terrainWord(terrain),
    value,
    player: literal(names[card.seat - 1] ?? ''),
    gives: effectWords(card.card),
  });
}

export function whatMoveDoes(move: PlayMove): string {
  const value = readCard(move.card).value;
  const reach = move.voyage
    ? t('board.solenia.reach.voyage', { n: move.voyage })
    : t('board.solenia.reach.free');
  const gives = move.gives.delivery
    ? t('board.solenia.place.city', { value, n: move.gives.stars ?? 0, row: move.gives.delivery })
    : move.gives.goods
      ? t('board.solenia.place.goods', { value, what: goodsWords(move.gives.goods) })
      : t('board.solenia.place.nothing', { value });
  return joined(reach, gives, move.airship ? t('board.solenia.place.airship') : '');
}
