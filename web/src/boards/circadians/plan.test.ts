// Plans that are made here are plans of the engine.
import { describe, expect, it } from 'vitest';
import { NodeEngine } from '../../table/node-engine';
import { asCircadians, type CircadiansView } from './model';
import { fits, inPlace, readLaid, sequence, sketch, SPOTS, waitingOf, type Laid } from './plan';

class Luck {
  constructor(private x: number) {}
  below(n: number): number {
    this.x = (Math.imul(this.x, 1103515245) + 12345) >>> 0;
    return (this.x >>> 8) % n;
  }
  of<T>(list: T[]): T {
    return list[this.below(list.length)]!;
  }
}

const engine = new NodeEngine('circadians', 'en');
const legal = async (seat = 1) => (await engine.request({ do: 'legal', seat })).moves;
const look = async (): Promise<CircadiansView> =>
  asCircadians((await engine.request({ do: 'observe', seat: 1 })).view);

// Where the first seat is to place its dice, again and again in a game of random moves. The other one plans
// after it, so nothing is opened before.
async function plans(
  seed: number,
  expansion: 'on' | 'off',
  each: () => Promise<void>,
): Promise<void> {
  const luck = new Luck(seed);
  await engine.request({
    do: 'new',
    game: 'circadians',
    options: { players: 2, expansion },
    seed,
    seats: [{}, {}],
  });
  for (;;) {
    const moves = await legal();
    if (moves[0]?.kind === 'assign') await each();
    const seat = moves.length > 0 && moves[0]!.kind !== 'assign' ? 1 : 2;
    const open = seat === 1 ? moves : await legal(2);
    if (open.length === 0) return;
    await engine.request({ do: 'apply', seat, move: luck.of(open).move });
  }
}

describe('a plan', () => {
  it('may be made in any order, and is played, costs and yields as the engine says', async () => {
    const luck = new Luck(5);
    let specialists = 0;
    let farms = 0;
    for (const [seed, expansion] of [
      [1, 'on'],
      [2, 'off'],
      [3, 'on'],
      [4, 'on'],
    ] as const) {
      await plans(seed, expansion, async () => {
        const start = await look();
        const dice = waitingOf(start.players[0]!);
        expect(inPlace(start.players[0]!)).toBe(0);
        // Any die next, anywhere it fits.
        const plan: Laid[] = [];
        while (plan.length < dice.length) {
          const { players } = sketch(start, 1, plan).view;
          const die = luck.of(waitingOf(players[0]!));
          const open = SPOTS.filter((spot) => fits(players[0]!, die, spot));
          plan.push({ die, spot: luck.of(open) });
        }
        const drawn = sketch(start, 1, plan);
        expect(drawn.plan).toEqual(plan);
        // All that is offered is possible here as well.
        const first = (await legal()).map((one) => readLaid(one.move)!);
        for (const { die, spot } of first) expect(fits(start.players[0]!, die, spot)).toBe(true);
        const open = SPOTS.filter((spot) => fits(start.players[0]!, first[0]!.die, spot));
        expect(open).toEqual(first.map(({ spot }) => spot));
        await engine.request({ do: 'apply', seat: 1, moves: sequence(plan), go: false });
        const after = await look();
        const [mine, theirs] = [drawn.view.players[0]!, after.players[0]!];
        for (const part of ['garages', 'farms', 'canteen', 'canteen_specialists'] as const)
          expect(mine[part], part).toEqual(theirs[part]);
        expect(mine.garages_cost).toBe(theirs.garages_cost);
        expect(mine.harvest).toEqual(theirs.harvest);
        if (dice[0] === 7) specialists++;
        if (mine.farms.some((piece) => piece !== 0)) farms++;
      });
    }
    expect(specialists).toBeGreaterThan(0);
    expect(farms).toBeGreaterThan(3);
  });

  it('leaves out what is not possible', () => {
    const view = {
      players: [
        {
          garages: [0, 0, 0, 0, 0],
          farms: [0, 0],
          yields: [
            [null, '1W', '2W', '3W', '4W', '5W'],
            [null, null, null, null, null, null],
          ],
          rolled: [1, 0, 0, 0, 0, 1],
          base_specialists: 0,
          canteen: 0,
          canteen_specialists: 0,
          garage_costs: [0, 1, 1, 3, 3],
          harvest: { planet: '2W', farms: ['0', '0'], sum: '2W' },
        },
      ],
    } as unknown as CircadiansView;
    const laid = ['6>g2', '6>g3', '1>g2', '1>farm1', '1>farm2', '1>g9', 's>g1', '5>g1'].map((one) =>
      readLaid(one)!,
    );
    expect(sequence(sketch(view, 1, laid).plan)).toEqual(['6>g2']);
    expect(sketch(view, 1, [readLaid('6>farm1')!]).view.players[0]!.harvest!.sum).toBe('7W');
    for (const nonsense of ['', '7>g1', '6>g', '6>farm', 'x>canteen', '6>canteen2', '66>g1'])
      expect(readLaid(nonsense)).toBeNull();
  });
});
