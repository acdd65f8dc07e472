// A view follows events while they are shown one by one; in the end the table's own view takes its place. Only what is
// said is done here: nothing is worked out.
import type { GameEvent } from '../../engine/messages';
import type { Half, Player, SoleniaView, Terrain, Tile } from './model';
import { costOf, sideOf, type Pack } from './pack';

const SOURCE: Record<string, keyof Player['stars']> = {
  city: 'cities',
  slot: 'slots',
  removal: 'removal',
  improvement: 'improvements',
};

function without<T>(list: T[], one: T): T[] {
  const at = list.indexOf(one);
  return at < 0 ? list : [...list.slice(0, at), ...list.slice(at + 1)];
}
const take = (store: string, letters: string): string =>
  [...letters].reduce((left, letter) => without(left, letter), [...store]).join('');

type Change = Partial<Pick<Player, keyof Player>>;
function change(view: SoleniaView, seat: number, how: (player: Player) => Change): SoleniaView {
  const player = view.players[seat - 1];
  if (!player) return view;
  const players = [...view.players];
  players[seat - 1] = { ...player, ...how(player) } as Player;
  return { ...view, players };
}

function fromHand(view: SoleniaView, seat: number, card: string): SoleniaView {
  return change(view, seat, (player) =>
    player.hand
      ? { hand: without(player.hand, card) }
      : {
          hand_size: Math.max(0, (player.hand_size ?? 0) - 1),
          unseen: without(player.unseen ?? [], card),
        },
  );
}

function terrainOf(pack: Pack, strip: string): Terrain[] {
  const side = strip.slice(1);
  const printed = sideOf(pack.strips[Number(strip[0]) - 1], side);
  const city = `${printed?.city ?? side}-city` as Terrain;
  return [...(printed?.spaces ?? '')].map((letter) =>
    letter === 'C' ? city : (letter as Terrain),
  );
}

// Strips go on: what lay in the second row lies in the first.
const back = (space: string): string => `${space[0]}${Number(space[1]) - 1}`;

// Where that which an event told of is seen now, as a selector; what was lifted since is with its owner.
export function whereNow(event: GameEvent, since: GameEvent[]): string | null {
  const seat = event.seat === undefined ? null : `[data-seat="${event.seat}"]`;
  if (event.event === 'delivered') return `${seat} [data-slot="${event.row}${event.slot}"]`;
  if (event.event === 'tile-shown')
    return `[data-tile^="${event.row}"][data-number="${event.tile}"]`;
  if (event.event === 'turned') return `[data-strip="${String(event.strip)[0]}"]`;
  if (event.event === 'airship') return '[data-ship]';
  if (event.event === 'played' || event.event === 'neutral-played') {
    const turns = since.filter((one) => one.event === 'turned').length;
    const row = Number(String(event.space)[1]) - turns;
    if (row > 0) return `[data-space="${String(event.space)[0]}${row}"]`;
  }
  return seat;
}

export function told(
  view: SoleniaView,
  event: GameEvent,
  pack: Pack,
  final: SoleniaView,
): SoleniaView {
  const seat = Number(event.seat ?? 0);
  const resource = String(event.resource ?? '');
  const n = Number(event.n ?? 1);
  const card = String(event.card ?? '');
  const space = String(event.space ?? '');
  const row = event.row as Half;
  const number = Number(event.tile ?? 0);
  switch (event.event) {
    case 'turn':
      return { ...view, round: Number(event.round ?? view.round), moved: false };
    case 'voyage':
    case 'returned':
      return change(view, seat, (player) => ({ store: take(player.store, resource) }));
    case 'got':
      return change(view, seat, (player) => ({ store: player.store + resource.repeat(n) }));
    case 'stars':
      return change(view, seat, (player) => {
        const source = SOURCE[String(event.from)] ?? 'cities';
        return {
          stars: { ...player.stars, [source]: (player.stars[source] ?? 0) + n },
          score: final.players[seat - 1]?.score ?? player.score,
        };
      });
    case 'played':
    case 'neutral-played':
      return fromHand(
        {
          ...view,
          cards: { ...view.cards, [space]: `${seat || 2}:${card}` },
          voyage: undefined,
        },
        seat || 2,
        card,
      );
    case 'discarded':
    case 'neutral-discarded':
      return fromHand(away(view, seat || 2), seat || 2, card);
    case 'stood-in':
      return change(view, seat, (player) => ({
        store: take(player.store, String(event.in)) + String(event.out),
      }));
    case 'delivered': {
      const moved = change(view, seat, (player) => ({
        store: take(player.store, costOf(pack, row, number)),
        score: final.players[seat - 1]?.score ?? player.score,
        needs: final.players[seat - 1]?.needs ?? player.needs,
        pairs: final.players[seat - 1]?.pairs ?? player.pairs,
        improvements: final.players[seat - 1]?.improvements ?? player.improvements,
        slots: {
          ...player.slots,
          [row]: player.slots[row].map((tile, at) =>
            at + 1 === Number(event.slot) ? number : tile,
          ),
        },
      }));
      return gone(moved, row, number);
    }
    case 'neutral-tile':
      return gone(view, row, number);
    case 'tile-shown': {
      const printed = pack.tiles[row][number - 1];
      const tile: Tile = { tile: number, cost: printed?.cost ?? '', stars: printed?.stars ?? 0 };
      const list = [...view.tiles[row]];
      list[Math.min(list.length, Number(event.place ?? 1) - 1)] = tile;
      return {
        ...view,
        tiles: { ...view.tiles, [row]: list },
        decks: { ...view.decks, [row]: without(view.decks[row], number) },
      };
    }
    case 'capacity':
      return change(view, seat, () => ({ capacity: Number(event.capacity) }));
    case 'drafted1':
    case 'drafted3':
      return {
        ...change(view, seat, () => ({ improvements: final.players[seat - 1]?.improvements })),
        offers: final.offers,
      };
    case 'airship':
      return { ...view, moved: true };
    case 'removed': {
      const cards = { ...view.cards };
      delete cards[space];
      return away({ ...view, cards }, seat);
    }
    case 'turned': {
      const strip = String(event.strip);
      const terrain = terrainOf(pack, strip);
      return {
        ...view,
        moved: false,
        rows: [...view.rows.slice(1), strip],
        cards: Object.fromEntries(
          Object.entries(view.cards)
            .filter(([name]) => name[1] !== '1')
            .map(([name, one]) => [back(name), one]),
        ),
        stays: view.stays.filter((name) => name[1] !== '1').map(back),
        board: [
          ...view.board
            .filter((one) => one.space[1] !== '1')
            .map((one) => ({ space: back(one.space), is: one.is })),
          ...['a', 'b', 'c', 'd', 'e'].map((column, at) => ({
            space: `${column}5`,
            is: terrain[at] ?? ('W' as Terrain),
          })),
        ],
      };
    }
    case 'drew':
      return change(view, seat, (player) => ({
        hand: [...(player.hand ?? []), card],
        deck: without(player.deck ?? [], card),
      }));
    case 'drew-hidden':
      return change(view, seat, (player) => ({ hand_size: (player.hand_size ?? 0) + 1 }));
    default:
      return view;
  }
}

// A card comes to the lifted ones.
const away = (view: SoleniaView, seat: number): SoleniaView =>
  change(view, seat, (player) =>
    player.discards === undefined ? {} : { discards: player.discards + 1 },
  );

const gone = (view: SoleniaView, row: Half, number: number): SoleniaView => ({
  ...view,
  tiles: {
    ...view.tiles,
    [row]: view.tiles[row].map((tile) => (tile.tile === number ? { ...tile, gone: true } : tile)),
  },
});
