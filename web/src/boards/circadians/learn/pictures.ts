// What the pictures of the book's examples show, in the symbols of the board. Ada is red, Ben teal.
export type Part =
  | { is: 'die'; of: 'kite' | 'gull'; face: string; faint: boolean }
  | { is: 'icon'; id: string; large: boolean }
  | { is: 'text'; text: string }
  | { is: 'row'; parts: Part[] }
  | { is: 'column'; parts: Part[] }
  | { is: 'plate'; shape: Shape; corner: Part[]; parts: Part[] }
  | { is: 'map'; hexes: Hex[] };
// Garage and Farm as on the Research Base; a place of the table, a space there, a card.
type Shape = 'garage' | 'farm' | 'place' | 'space' | 'card';
export interface Hex {
  column: number; // flat-topped hexes: every column begins half a hex lower than the one before
  row: number; // in half hexes
  ground: string;
  sign?: string;
}

// Faces are values, `s` is a Specialist, `u` a die that lies unrolled.
type Face = number | 's' | 'u';
const die = (of: 'kite' | 'gull', face: Face, faint = false): Part => ({
  is: 'die',
  of,
  face: `${face}`,
  faint,
});
const ada = (face: Face) => die('kite', face);
const ben = (face: Face) => die('gull', face);
const left = (face: Face) => die('kite', face, true); // no longer hers to use
const icon = (id: string): Part => ({ is: 'icon', id, large: false });
const large = (id: string): Part => ({ is: 'icon', id, large: true });
const text = (words: string | number): Part => ({ is: 'text', text: `${words}` });
const row = (...parts: Part[]): Part => ({ is: 'row', parts });
const column = (...parts: Part[]): Part => ({ is: 'column', parts });
const plate = (shape: Shape, corner: Part[], ...parts: Part[]): Part => ({
  is: 'plate',
  shape,
  corner,
  parts,
});

const to = icon('i-arrow');
const amount = (n: number | string, id: string) => row(text(n), icon(id));
const pay = (n: number, id: string) => amount(`\u2212${n}`, id);
const gain = (n: number, id: string) => amount(`+${n}`, id);
const garage = (price: number, ...parts: Part[]) =>
  plate('garage', price > 0 ? [text(price), icon('i-algae')] : [text(0)], ...parts);
const place = (id: string, ...parts: Part[]) => plate('place', [large(id)], ...parts);
const space = (...parts: Part[]) => plate('space', [], ...parts);
const card = (kind: string) => plate('card', [], large(kind));
const hex = (column: number, row: number, ground: string, sign?: string): Hex => ({
  column,
  row,
  ground,
  ...(sign && { sign }),
});

export const pictures: Record<string, Part[]> = {
  draft: [
    row(card('i-ongoing'), icon('i-check')),
    row(card('i-end'), card('i-ongoing'), card('i-end')),
    to,
    icon('p-gull'),
  ],
  plan: [
    row(ada(5), ada(2), ada(3)),
    to,
    row(garage(0, ada(5)), garage(1, ada(2))),
    column(plate('farm', [], ada(3)), amount('3 + 2', 'i-water')),
  ],
  canteen: [ada(1), to, place('i-canteen', ada(1)), to, gain(2, 'i-water')],
  execute: [
    row(garage(0), garage(1, ada(4)), garage(1, ada(6))),
    pay(1, 'i-algae'),
    to,
    ada(4),
    icon('i-dispatch'),
  ],
  values: [
    column(garage(0, ada(4)), row(icon('i-ship'), text('+1'))),
    to,
    place('s-mining', ada(5)),
  ],
  costs: [
    column(place('s-foundry'), row(pay(1, 'i-algae'), pay(1, 'i-energy'))),
    text('+'),
    column(icon('i-dawn'), gain(1, 'i-energy')),
    text('+'),
    garage(1, ada(2)),
    to,
    pay(2, 'i-algae'),
  ],
  mining: [ada(4), pay(3, 'i-algae'), to, place('s-mining', ada(4)), to, gain(2, 'i-gem')],
  academy: [ada(3), pay(4, 'i-algae'), to, place('s-academy', ada(3)), to, row(ada('u'), ada('u'))],
  lab: [
    row(garage(0, ada(3)), garage(1, ada(3))),
    column(row(pay(3, 'i-water'), pay(1, 'i-energy')), pay(1, 'i-algae')),
    to,
    place('s-lab', ada(3), ada(3)),
    to,
    large('i-farm'),
  ],
  foundry: [
    ada(4),
    column(pay(1, 'i-algae'), pay(1, 'i-energy')),
    to,
    place('s-foundry', ada(4)),
    to,
    column(garage(0), large('i-ship')),
  ],
  control: [
    ada(2),
    pay(1, 'i-energy'),
    to,
    place('s-control', ada(2)),
    to,
    {
      is: 'map',
      hexes: [
        hex(0, 1, 't-water'),
        hex(0, 3, 't-home', 'i-harvester'),
        hex(1, 0, 't-energy'),
        hex(1, 2, 't-algae', 'i-hexstep'),
        hex(2, 1, 't-algae', 'i-gem'),
        hex(2, 3, 't-water'),
      ],
    },
  ],
  market: [
    place('s-market', ada(3)),
    to,
    column(
      row(amount(3, 'i-water'), icon('i-trade'), amount(1, 'i-energy')),
      row(amount(3, 'i-energy'), icon('i-trade'), amount(1, 'i-gem')),
    ),
  ],
  hq: [ada(6), to, place('s-hq', space(ben(2)), space(ada(6)), space()), to, gain(2, 'i-contract')],
  depo: [
    ada(2),
    column(pay(1, 'i-energy'), pay(4, 'i-water')),
    to,
    place('s-depo', space(ada(2))),
    to,
    card('i-ongoing'),
    gain(1, 'i-gem'),
  ],
  negotiate: [
    ada(5),
    pay(3, 'i-energy'),
    to,
    place('f-zcharo', space(ada(5))),
    to,
    column(amount(4, 'i-star'), gain(1, 'i-trade')),
  ],
  incidents: [
    column(place('f-zcharo', ada(5)), large('i-bt')),
    column(place('f-leyrien', ben(5)), text('\u2013')),
    column(place('f-zcharo', ada(5), ben(5)), large('i-sb')),
  ],
  caches: [
    large('i-harvester'),
    to,
    large('i-cache'),
    to,
    column(
      row(icon('i-eye'), amount(6, 'i-star')),
      row(icon('i-scoop'), gain(2, 'i-algae'), gain(2, 'i-energy')),
    ),
  ],
  harvest: [
    column(large('i-harvester'), row(amount(3, 'i-water'), amount(1, 'i-algae'))),
    text('+'),
    column(plate('farm', [], ada(3)), amount('3 + 2', 'i-water')),
    to,
    row(gain(8, 'i-water'), gain(1, 'i-algae')),
  ],
  rest: [
    row(ada(3), ada(1), ada(6), ada('u')),
    place('s-hq', ada(6)),
    left('u'),
    to,
    row(text(5), icon('i-die')),
  ],
  score: [
    amount(13, 'i-contract'),
    text('+'),
    amount(9, 's-nego'),
    text('+'),
    amount(6, 'i-cache'),
    text('+'),
    row(text(9), icon('i-ship'), icon('i-farm')),
    text('+'),
    amount(4, 'i-gem'),
    text('='),
    amount(41, 'i-star'),
  ],
  gaining: [
    place('s-depo', ada('s')),
    row(icon('i-lock'), ada('s')),
    to,
    row(ada('s'), icon('i-trade'), left(2)),
  ],
  temple: [ada(4), pay(10, 'i-water'), to, place('s-temple', ada(4)), to, row(ada('s'), ada('u'))],
  outposts: [
    ada('s'),
    pay(2, 'i-algae'),
    to,
    place('i-outpost', ada('s')),
    to,
    column(
      row(icon('p-kite'), gain(2, 'i-contract'), gain(2, 'i-gem')),
      row(icon('p-gull'), gain(1, 'i-contract'), gain(2, 'i-water')),
    ),
  ],
  schemes: [
    row(large('s-depo'), icon('i-lock')),
    row(large('s-foundry'), icon('i-lock')),
    place('s-market', ben(4)),
    to,
    gain(1, 'i-gem'),
  ],
};
