import type { View } from '../engine/messages';
import { describe, expect, it } from 'vitest';
import { aboutOf, boardOf, sceneOf } from '../boards';
import { DEMO } from '../testing';
import {
  allGames,
  choicesOf,
  gameName,
  motto,
  optionName,
  optionValue,
  valueName,
  valuePicture,
} from './games';

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

describe('a game without a folder', () => {
  it('stands behind those that have a place', () => {
    const places = allGames.map((game) => aboutOf(game.id).order ?? Infinity);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[allGames.findIndex((game) => game.id === DEMO)]).toBe(Infinity);
  });
  it('is shown with what its engine lists', () => {
    expect(gameName('nameless')).toBe('Nameless');
    expect(motto('nameless')).toBe('');
    expect(optionName('size', 'nameless')).toBe('Size');
    expect(valueName('size', 'large', 'nameless')).toBe('Large');
    expect(valuePicture('size', 'large', 'nameless')).toBeUndefined();
    expect(sceneOf('nameless')).toEqual({});
  });
  it('is played on the board for any game, and heard', async () => {
    const board = await boardOf('nameless');
    const cue = board.cues();
    const view = { seat: 1 } as View;
    expect(cue({ event: 'drew-hidden', seat: 1, text: 'A card is drawn.' }, view)).toBe('pick');
    expect(cue({ event: 'drew-hidden', seat: 1 }, view)).toBeUndefined();
    expect(board.Board).toBe((await boardOf('another')).Board);
  });
});
