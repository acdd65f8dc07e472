// Colour, symbol, dash and pattern of a seat: never colour alone.
interface SeatLook {
  colour: string;
  on: string; // text on it
  dash: string;
  symbol: 'kite' | 'gull' | 'anchor' | 'fern';
}

const LOOKS: SeatLook[] = [
  { colour: '#C8432E', on: '#FFF8E8', dash: 'none', symbol: 'kite' },
  { colour: '#0B6A6C', on: '#FFF8E8', dash: '9 5', symbol: 'gull' },
  { colour: '#46297A', on: '#FFF8E8', dash: '2.5 4', symbol: 'anchor' },
  { colour: '#E2C744', on: '#1F2440', dash: '12 4 2.5 4', symbol: 'fern' },
];

export const lookOf = (seat: number): SeatLook => LOOKS[(seat - 1) % LOOKS.length]!;
