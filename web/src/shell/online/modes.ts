// What a table plays, in a few words: the options that are not as usual.
import { hasText, t } from '../../text';
import type { TableCard } from '../../online/messages';
import { factsOf, optionName, packName, valueName } from '../games';

export function modesOf(card: TableCard): string[] {
  const facts = factsOf(card.game);
  const said = (facts?.options ?? []).flatMap(({ name, default: usual }) => {
    const value = card.options[name];
    if (name === 'players' || value === undefined || Array.isArray(value)) return [];
    // Who begins is a seat: as good as chance to whoever has not sat down yet.
    if (name === 'first' || String(value) === usual) return [];
    const called = valueName(name, String(value), card.game);
    return [`${optionName(name, card.game)}: ${called}`];
  });
  const pack = facts && facts.packs[0] !== card.pack.id ? [packName(card.pack.id)] : [];
  return [t('page.online.seats', { n: card.seats.length }), ...said, ...pack, ...timeOf(card)];
}

const minutes = (seconds: number) => Math.round(seconds / 60);

export function timeOf(card: TableCard): string[] {
  const { clock } = card;
  if (!clock) return [];
  if (clock.move >= 86400 && clock.bank === 0) {
    return [t('page.online.clock.days', { n: Math.round(clock.move / 86400) })];
  }
  if (clock.move === 0) return [t('page.online.clock.game', { n: minutes(clock.bank) })];
  const both = 'page.online.clock.both';
  return hasText(both) ? [t(both, { s: clock.move, n: minutes(clock.bank) })] : [];
}
