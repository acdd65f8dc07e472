import { describe, expect, it } from 'vitest';
import { choicesOf, optionValue } from './games';

describe('listings of options', () => {
  it('become choices where they can', () => {
    expect(choicesOf('1 to 4')).toEqual(['1', '2', '3', '4']);
    expect(choicesOf('dawn, dusk, random')).toEqual(['dawn', 'dusk', 'random']);
    expect(choicesOf('random, 1 to 3')).toEqual(['random', '1', '2', '3']);
    expect(choicesOf('dealt, or ids joined by +')).toBeNull();
    expect(choicesOf('0 to 1000000')).toBeNull();
  });
  it('give numbers as numbers', () => {
    expect(optionValue('3')).toBe(3);
    expect(optionValue('A')).toBe('A');
  });
});
