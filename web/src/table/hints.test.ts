import { expect, it, vi } from 'vitest';
import type { HintMove as Judged } from './talk';
import { askHint, cancelHint } from './hints';
import { SeatScreen } from './screen.svelte';
import { Talk } from './talk';

const talk = new Talk({} as never);
const [a, b] = ['a', 'b'].map((move) => ({ move, chance: 0.5, margin: 0 })) as [Judged, Judged];
const asked = () => {
  const screen = new SeatScreen(1);
  screen.status = { at: 'decision', to_act: [1], moves: 0 };
  return screen;
};

it('is told as far as it is thought through, then whole', async () => {
  const screen = asked();
  vi.spyOn(talk, 'hint').mockImplementation((_seat, progress) => {
    progress({ best: a, iterations: 10, line: ['a'] });
    expect(screen.hint).toEqual({
      running: true,
      iterations: 10,
      moves: [a],
      line: ['a'],
    });
    return Promise.resolve({
      id: 1,
      ok: true,
      cancelled: false,
      seat: 1,
      moves: [b, a],
      line: ['b'],
      iterations: 20,
    });
  });
  await askHint(talk, screen);
  expect(screen.hint).toEqual({
    running: false,
    iterations: 20,
    moves: [b, a],
    line: ['b'],
  });
});

it('is not asked for by who has no move, nor twice', async () => {
  const hint = vi.spyOn(talk, 'hint').mockReset();
  await askHint(talk, new SeatScreen(1));
  const screen = asked();
  screen.hint = { running: true, iterations: 0, moves: [], line: [] };
  await askHint(talk, screen);
  expect(hint).not.toHaveBeenCalled();
});

it('is forgotten when it is cancelled or fails', async () => {
  const screen = asked();
  const cancel = vi.spyOn(talk, 'cancel').mockRejectedValue(new Error('gone'));
  let end!: (answer: never) => void;
  vi.spyOn(talk, 'hint').mockReturnValue(new Promise((resolve) => (end = resolve)));
  const asking = askHint(talk, screen);
  await cancelHint(talk, screen);
  expect(cancel).toHaveBeenCalledOnce();
  end({ moves: [a], line: [], iterations: 1 } as never);
  await asking;
  expect(screen.hint).toBeNull();
  vi.spyOn(talk, 'hint').mockRejectedValue(new Error('no'));
  await expect(askHint(talk, screen)).rejects.toThrow('no');
  expect(screen.hint).toBeNull();
});
