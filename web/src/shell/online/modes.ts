// What a table plays, in a few words: the options that are not as usual.
import { literal, t } from '../../text';
import type { ClockWish, TableCard } from '../../online/messages';
import { factsOf, optionName, packName, valueName } from '../games';

export function modesOf(card: TableCard): string[] {
  const facts = factsOf(card.game);
  const said = (facts?.options ?? []).flatMap(({ name, default: usual }) => {
    const value = card.options[name as keyof typeof card.options];
    if (name === 'players' || value === undefined || Array.isArray(value)) return [];
    // Who begins is a seat: as good as chance to whoever has not sat down yet.
    if (name === 'first' || String(value) === usual) return [];
    const called = valueName(name, String(value), card.game);
    return [`${optionName(name, card.game)}: ${called}`];
  });
  const pack = facts && facts.packs[0] !== card.pack.id ? [packName(card.pack.id, card.game)] : [];
  const final = card.confirm ? [] : [t('page.online.no-confirm')];
  const seats = t('page.online.seats', { n: card.seats.length });
  return [seats, ...said, ...pack, ...timeOf(card), ...final];
}

const DAY = 86_400;

export function timeOf(card: TableCard): string[] {
  const { clock, late } = card;
  if (!clock) return [];
  const waits = late === 'wait' ? [t('page.online.late.wait')] : [];
  return [timeWords(clock), ...waits];
}

const moveTime = (seconds: number): string => {
  if (seconds >= DAY) return t('page.online.clock.days', { n: Math.round(seconds / DAY) });
  if (seconds % 60 === 0) return t('page.online.clock.minutes', { n: seconds / 60 });
  return t('page.online.clock.seconds', { n: seconds });
};

function timeWords({ move, bank }: ClockWish): string {
  const whole = t('page.online.clock.game', { n: Math.round(bank / 60) });
  if (move === 0) return whole;
  const each = moveTime(move);
  if (bank === 0) return each;
  return t('page.online.clock.and', { each: literal(each), whole: literal(whole) });
}
