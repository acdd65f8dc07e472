// Colour, symbol and pattern of the seats: the same four in every game.
export interface Livery {
  name: string;
  color: string;
  ink: string;
  symbol: string;
  pattern: string;
}
const CREAM = '#FFF8E8';
const LIVERIES: Livery[] = [
  { name: 'kite', color: '#C8432E', ink: CREAM, symbol: 'p-kite', pattern: 'url(#patKite)' },
  { name: 'gull', color: '#0B6A6C', ink: CREAM, symbol: 'p-gull', pattern: 'url(#patGull)' },
  { name: 'anchor', color: '#46297A', ink: CREAM, symbol: 'p-anchor', pattern: 'url(#patAnchor)' },
  { name: 'fern', color: '#E2C744', ink: '#1F2440', symbol: 'p-fern', pattern: 'url(#patFern)' },
];
const NEUTRAL: Livery = {
  name: 'neutral',
  color: '#5A5D74',
  ink: CREAM,
  symbol: 'p-gull',
  pattern: 'none',
};
export const liveryOf = (seat: number, neutral: boolean): Livery =>
  neutral ? NEUTRAL : LIVERIES[(seat - 1) % LIVERIES.length]!;
