// The table behind its drawing: what every part needs to know (desk.ts), put together from what is shown,
// sent, planned, dragged and refused.
import { tick, untrack } from 'svelte';
import type { Move, Several } from '../../engine/messages';
import { t } from '../../text';
import { hideTip } from '../common/tips.svelte';
import type { BoardProps } from '../types';
import { countTabs, isCareful, sortMoves } from './asked';
import type { Desk } from './desk';
import { Dragging } from './dragging.svelte';
import type { Box, Tab } from './layout';
import { asCircadians, isSolo, SPECIALIST, type Value } from './model';
import { TablePack } from './pack.svelte';
import { Places } from './places.svelte';
import { writeLaid, type Spot } from './plan';
import { Planner } from './planner.svelte';
import { Refusal } from './refusal.svelte';
import { Sender } from './sender.svelte';
import { Shown } from './shown.svelte';
import type { From } from './targets';
import { tabOf, whereNow } from './told';
import { linesOf, saidOf } from './words';

const NONE: never[] = [];

export class Table implements Desk {
  // The elements that are drawn in.
  root = $state<HTMLElement>();
  layer = $state<HTMLElement>(); // of what moves, over the table
  behind = $state<HTMLElement>();

  tab = $state<Tab>('stations'); // of a phone
  peek = $state<number | null>(null); // whose base is looked at
  jumped = -1; // which of the places that are lit had the focus last, by key
  pointer = $state.raw<Box | null>(null); // where that is which a line of the log tells of

  readonly planner: Planner;
  readonly refusal: Refusal;
  readonly sender: Sender;
  readonly places: Places;
  readonly shown: Shown;
  readonly dragging: Dragging;
  private readonly packs: TablePack;

  constructor(private readonly given: () => BoardProps) {
    this.packs = new TablePack(() => this.props.begun);
    this.planner = new Planner(
      () => ({
        view: this.props.view,
        moves: this.moves,
        draft: this.props.draft ?? NONE,
        lay: (draft, whole) => this.props.lay?.(draft, whole),
        back: async () => this.props.back?.(),
      }),
      () => this.me,
    );
    this.refusal = new Refusal(this);
    this.sender = new Sender(this, this.refusal);
    this.places = new Places(this);
    this.dragging = new Dragging(this);
    this.layPlan();
    this.openTab();
    this.shown = new Shown(this);
    this.shown.followPlan();
    this.point();
  }

  // --- what is known ---

  get props(): BoardProps {
    return this.given();
  }
  pack = $derived.by(() => this.packs.current);
  me = $derived.by(() => this.props.viewer ?? asCircadians(this.props.view).seat ?? 1);
  moves = $derived.by((): Move[] => (this.shown.now ? this.props.moves : NONE));
  view = $derived.by(() => (this.shown.now ? this.planner.view : this.shown.view));
  expansion = $derived.by(() => this.view.expansion);
  phase = $derived.by(() => this.view.phase);
  seats = $derived.by(() => this.view.seats);
  others = $derived.by((): number[] => {
    if (isSolo(this.view)) return [2];
    const seats = this.view.players.map((_, i) => i + 1);
    return [...seats.filter((seat) => seat > this.me), ...seats.filter((seat) => seat < this.me)];
  });
  assigning = $derived.by(() => this.moves.some((move) => move.kind === 'assign'));
  plans = $derived.by(
    () =>
      this.phase === 'plan' &&
      this.props.viewer !== null &&
      this.view.round > 0 &&
      !this.props.replayed,
  );
  get names(): string[] {
    return this.props.names;
  }
  get asking(): number[] {
    return this.props.asking;
  }
  get pending(): string | null {
    return this.props.pending;
  }
  get several(): Several | null {
    return (this.shown.now && this.props.several) || null;
  }
  private times = (move: Move) =>
    (this.props.picked ?? NONE).filter((one) => one === move.move).length;
  chosen(move: Move): boolean {
    return this.pending === move.move || this.times(move) > 0;
  }
  units(move: Move): { on: boolean }[] {
    const n = this.several?.items.find((one) => one.move.move === move.move)?.n ?? 1;
    return Array.from({ length: n }, (_, i) => ({ on: i < this.times(move) }));
  }
  putBack(move: Move): void {
    this.props.putBack?.(move.move);
  }
  get shape() {
    return this.places.layout.shape;
  }
  get flat() {
    return this.places.layout.flat;
  }
  private lines = $derived.by(() => linesOf(this.props.areas, this.props.explained ?? NONE));
  said(name: string): string {
    return saidOf(this.lines, name);
  }

  // --- what is sent ---

  drag(event: PointerEvent, piece: Value, from: From | null, spot?: Spot): void {
    this.dragging.start(event, piece, from, spot);
  }
  why(place: string): Promise<string> {
    return this.refusal.reason(place, this.sender.from);
  }

  // --- what else is decided ---

  sorted = $derived.by(() =>
    sortMoves(
      this.moves,
      this.sender.from,
      this.view.players[this.me - 1]?.hand,
      this.places.phone,
    ),
  );
  counts = $derived.by(() => countTabs(this.moves, this.sender.from));
  // What follows from a move is a choice of its own: all that is no part of it steps back.
  follows = $derived.by(
    () =>
      this.moves.length > 0 &&
      !this.sender.live &&
      !this.assigning &&
      this.sorted.choices.length === 0,
  );

  legal(kind: Move['kind'], part: keyof Move, value: unknown): Move | undefined {
    return this.moves.find((move) => move.kind === kind && move[part] === value);
  }
  play(move: Move): void {
    hideTip();
    if (this.pending === move.move || !isCareful(move)) this.props.play(move.move);
    else this.props.choose(move.move);
  }
  look(seat: number): void {
    this.peek = this.peek === seat ? null : seat;
  }

  // A decision that lives in one place only opens its tab.
  private openTab(): void {
    $effect(() => {
      const { counts, places } = this;
      const open = (Object.keys(counts) as Tab[]).filter((one) => counts[one] > 0);
      if (places.phone && open.length === 1) untrack(() => (this.tab = open[0]!));
    });
  }

  // --- what is planned ---

  press(spot: Spot): void {
    hideTip();
    this.refusal.said = '';
    void this.planner.press(spot).then((done) => {
      if (!done) this.declined(spot);
    });
  }
  declined(spot: Spot): void {
    if (this.planner.held === null) return;
    const tiles = this.view.players[this.me - 1]!.farm_tiles;
    this.refusal.ofFarm(this.pack, tiles, Number(spot.slice(4)));
  }

  // What is missing is asked for; what is impossible (a game that was kept) is dropped.
  private layPlan(): void {
    let laid = '';
    $effect(() => {
      const { planner, props } = this;
      if (!planner.active) {
        laid = '';
        return;
      }
      const { plan, whole, held } = planner;
      const texts = plan.map(writeLaid);
      const now = `${texts.join()} ${whole === null}`;
      untrack(() => {
        if (now !== laid || texts.length !== (props.draft ?? NONE).length)
          props.lay?.(texts, whole);
        laid = now;
        props.ask?.(
          held === null
            ? t('board.circadians.ask.planned')
            : t('board.circadians.ask.assign', { die: held === SPECIALIST ? 'specialist' : held }),
        );
      });
      return () => props.ask?.('');
    });
  }

  // --- what is pointed at ---

  // On a phone the tab opens in which it is.
  private point(): void {
    $effect(() => {
      const event = this.props.recall?.event;
      this.pointer = null;
      if (!event) return;
      untrack(() => {
        const there = this.places.phone ? tabOf(event) : null;
        if (there) this.tab = there;
        void tick().then(() => {
          const { root } = this;
          const found = whereNow(event, this.me)
            .map((one) => root?.querySelector(one))
            .find((one) => one && one.getClientRects().length > 0);
          if (!found || this.props.recall?.event !== event) return;
          const { left, top, width: w, height: h } = found.getBoundingClientRect();
          const home = root!.getBoundingClientRect();
          this.pointer = { x: left - home.left, y: top - home.top, w, h };
        });
      });
    });
  }
}
