// The own plan while it is made: which die is in hand, where the others lie.
import type { Move } from '../../engine/messages';
import { asCircadians, SPECIALIST, type CircadiansView, type Player } from './model';
import {
  fits,
  inPlace,
  pieceAt,
  readLaid,
  sequence,
  sketch,
  SPOTS,
  waitingOf,
  writeLaid,
  type Laid,
  type Spot,
} from './plan';
import type { BoardProps } from '../types';

export class Planner {
  private wanted = $state<number | null>(null); // the die one would like to place next
  constructor(
    private readonly props: () => Required<
      Pick<BoardProps, 'view' | 'moves' | 'draft' | 'lay' | 'back'>
    >,
    private readonly me: () => number,
  ) {}

  active = $derived.by(() => this.props().moves.some((move) => move.kind === 'assign'));
  private real = $derived.by(() => asCircadians(this.props().view));
  private drawn = $derived.by(() => {
    const laid = this.props().draft.flatMap((text) => readLaid(text) ?? []);
    return sketch(this.real, this.me(), laid);
  });
  view = $derived.by((): CircadiansView => (this.active ? this.drawn.view : this.real));
  plan = $derived.by(() => this.drawn.plan);
  waiting = $derived.by(() => (this.active ? waitingOf(this.player) : []));
  held = $derived.by((): number | null => {
    if (this.wanted !== null && this.waiting.includes(this.wanted)) return this.wanted;
    return this.waiting[0] ?? null;
  });
  // The plan as it is to be played, when every die has its place.
  whole = $derived.by(() =>
    this.active && this.waiting.length === 0 && inPlace(this.own()) === 0
      ? sequence(this.plan)
      : null,
  );
  private get player(): Player {
    return this.drawn.view.players[this.me() - 1]!;
  }
  private own(): Player {
    return this.real.players[this.me() - 1]!;
  }

  // What lies there: more than one only in the Canteen, whose dice show nothing once they are played.
  at(spot: Spot): number[] {
    if (!this.active) return [];
    if (spot === 'canteen')
      return this.plan.filter((one) => one.spot === spot).map(({ die }) => die);
    const piece = pieceAt(this.player, spot);
    return piece ? [piece] : [];
  }

  // What putting the die in hand there would be.
  offers(spot: Spot): Move | undefined {
    if (!this.active || this.held === null || !fits(this.player, this.held, spot)) return undefined;
    return {
      kind: 'assign',
      move: writeLaid({ die: this.held, spot }),
      die: this.held === SPECIALIST ? 'specialist' : this.held,
      words: '', // the place says what it does
    };
  }

  hold(die: number): void {
    this.wanted = die;
  }

  // A place is pressed: the die in hand goes there, or what lies there is taken up.
  async press(spot: Spot): Promise<boolean> {
    const die = this.held;
    if (die !== null && this.offers(spot)) return this.change((plan) => [...plan, { die, spot }]);
    const taken = this.at(spot).at(-1);
    if (taken === undefined) return false;
    await this.change((plan) => without(plan, { die: taken, spot }));
    this.wanted = taken;
    return true;
  }

  // A die is dragged there, from the tray or from another place. What lies there makes room: it goes where
  // the die came from if it can, else it waits again.
  async drop(die: number, from: Spot | null, to: Spot): Promise<boolean> {
    if (from === to) return true;
    const there = to === 'canteen' ? undefined : this.at(to)[0];
    const room = { ...this.player, ...cleared(this.player, to) } as Player;
    if (!fits(room, die, to)) return false;
    return this.change((plan) => {
      let next = from ? without(plan, { die, spot: from }) : plan;
      if (there !== undefined) next = without(next, { die: there, spot: to });
      next = [...next, { die, spot: to }];
      if (there === undefined || !from) return next;
      const { players } = sketch(this.real, this.me(), next).view;
      return fits(players[this.me() - 1]!, there, from)
        ? [...next, { die: there, spot: from }]
        : next;
    });
  }

  private async change(how: (plan: Laid[]) => Laid[]): Promise<boolean> {
    const plan = await this.freed();
    if (!plan) return false;
    this.props().lay(how(plan).map(writeLaid), null);
    return true;
  }

  // What has been played of this plan already is taken back first, and stays in the plan.
  private async freed(): Promise<Laid[] | null> {
    const before = this.own();
    if (inPlace(before) === 0) return this.plan;
    const known = SPOTS.flatMap((spot): Laid[] => {
      const die = pieceAt(before, spot);
      return die ? [{ die, spot }] : [];
    });
    for (let left = inPlace(before); left > 0; left = inPlace(this.own())) {
      await this.props().back();
      if (!this.active || inPlace(this.own()) >= left) return null;
    }
    // Those of the Canteen are known when they are back.
    const back = waitingOf(this.own());
    for (const die of [...waitingOf(before), ...known.map((one) => one.die)])
      back.splice(back.indexOf(die), 1);
    return [...known, ...back.map((die): Laid => ({ die, spot: 'canteen' })), ...this.plan];
  }
}

const cleared = (player: Player, spot: Spot): Partial<Player> => ({
  garages: player.garages.map((piece, i) => (spot === `g${i + 1}` ? 0 : piece)),
  farms: player.farms.map((piece, i) => (spot === `farm${i + 1}` ? 0 : piece)),
});

function without(plan: Laid[], { die, spot }: Laid): Laid[] {
  const at = plan.findLastIndex((one) => one.die === die && one.spot === spot);
  return at < 0 ? plan : plan.toSpliced(at, 1);
}
