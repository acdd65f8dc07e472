// Sentences about what is drawn. Effects and moves are said by the engine; here are names and places.
import { t } from '../../text';
import type { Desk } from './desk';
import type { Area } from '../../engine/messages';
import { SPECIALIST, type Piece, type Value } from './model';

export const valueWords = (value: Value): string =>
  value === SPECIALIST
    ? t('board.circadians.specialist')
    : value === 'sal'
      ? t('board.circadians.sal')
      : value === 'u'
        ? t('board.circadians.die')
        : String(value);

export const pieceWords = (desk: Desk, piece: Piece): string =>
  t('board.circadians.piece', {
    name: desk.names[piece.seat - 1] ?? t('circadians.ai'),
    value: valueWords(piece.value),
  });

const NOTATION: Record<string, string> = {
  laboratory: 'lab',
  foundry: 'foundry',
  control_room: 'control',
  market: 'market',
  academy: 'academy',
  temple: 'temple',
  hq: 'hq',
  canteen: 'canteen',
};
// A place as a move names it.
export function notationOf(place: string): string {
  const parts = place.split('-');
  if (parts[0] === 'mining_camp') return `mine${parts[1]}`;
  if (parts[0] === 'depository') return `dep${parts[1]}`;
  if (parts[0] === 'outpost') return `out${parts[1]}`;
  return NOTATION[parts[0]!] ?? `${parts[0]}${parts[1] ?? ''}`;
}

// What is said about a piece of the game, found by its name in the sentences about the table.
export function saidOf(lines: string[], name: string): string {
  if (name === '') return '';
  for (const line of lines) {
    for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
      const rest = line.slice(at);
      if (/^[\s]?[:：(（]/.test(rest.slice(name.length)) && /[:：]/.test(rest)) return rest;
    }
  }
  return '';
}
export const linesOf = (areas: Area[], explained: string[]): string[] => [
  ...explained,
  ...areas.flatMap((area) => (area.pieces ?? []).map((piece) => piece.label)),
];
