import { describe, expect, it } from 'vitest';
import { readRoute } from './route.svelte';
import { plan } from './setup.svelte';

describe('addresses', () => {
  it('are read', () => {
    expect(readRoute('')).toMatchObject({ page: '', rest: '' });
    expect(readRoute('#/')).toMatchObject({ page: '', rest: '' });
    expect(readRoute('#/table/aB_9')).toMatchObject({ page: 'table', rest: 'aB_9' });
    const replay = readRoute('#/replay/game:x-y?at=12&as=1');
    expect(replay).toMatchObject({ page: 'replay', rest: 'game:x-y' });
    expect(replay.query.get('at')).toBe('12');
  });
});

describe('setting up a game', () => {
  it('has presets', () => {
    plan.preset('bot');
    expect(plan.seats.map((seat) => seat.kind)).toEqual(['person', 'bot']);
    plan.preset('friends');
    expect(plan.seats.map((seat) => seat.kind)).toEqual(['person', 'person']);
    plan.preset('watch');
    expect(plan.seats.every((seat) => seat.kind === 'bot')).toBe(true);
    for (const preset of plan.presets) {
      plan.preset(preset);
      expect(plan.now).toBe(preset);
      expect(plan.counts).toContain(plan.seats.length);
    }
  });
  it('asks the engine for what was chosen, and for nothing that is the default', async () => {
    plan.preset('bot');
    const [option] = plan.facts!.options.filter((one) => one.name !== 'players');
    const other = plan.choices(option!.name)!.find((value) => value !== option!.default)!;
    plan.setOption(option!.name, other);
    plan.seed = '42';
    const game = await plan.build();
    expect(game.options).toEqual({ players: 2, [option!.name]: other });
    expect(game.seed).toBe(42);
    expect(game.undo).toBe('free');
    expect(game.seats[1]!.bot).toBe(plan.seats[1]!.level);
    plan.setOption(option!.name, 'nonsense');
    expect(plan.option(option!.name)).toBe(option!.default);
  });
  it('refuses seeds that no number holds', () => {
    for (const seed of ['-1', '1.5', 'x', '9007199254740992', '99999999999999999']) {
      plan.seed = seed;
      expect(plan.seedError).toBe(true);
    }
    for (const seed of ['', '0', ' 7 ', '9007199254740991']) {
      plan.seed = seed;
      expect(plan.seedError).toBe(false);
    }
  });
});
