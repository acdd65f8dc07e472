// What events tell leads to the table's own view, in games of the engine; and what they point at.
import { describe, expect, it } from 'vitest';
import type { GameEvent, Status } from '../../engine/messages';
import { NodeEngine } from '../../table/node-engine';
import { asCircadians, handSize, type CircadiansView } from './model';
import { shippedPack as pack } from './pack';
import { tabOf, told, whereNow } from './told';

interface Batch {
  before: CircadiansView;
  events: GameEvent[];
  after: CircadiansView;
}

// Seat 1's view of a game of chance moves, a batch for each decision.
async function batches(players: number, seed: number, decisions: number): Promise<Batch[]> {
  const engine = new NodeEngine('circadians', 'en');
  let luck = seed;
  const below = (n: number) => {
    luck = (luck * 48271) % 2147483647;
    return luck % n;
  };
  const seats = Array.from({ length: players }, (_, i) => ({ name: `P${i + 1}` }));
  let status: Status = (
    await engine.request({
      do: 'new',
      game: 'circadians',
      options: { players },
      seed,
      seats,
      go: false,
    })
  ).status;
  const settle = async () => {
    while (status.at === 'chance') status = (await engine.request({ do: 'go', seat: 1 })).status;
  };
  await settle();
  const look = async () => asCircadians((await engine.request({ do: 'observe', seat: 1 })).view);
  const all: Batch[] = [];
  let before = await look();
  let from = 0;
  for (let n = 0; n < decisions && status.at === 'decision'; n++) {
    const seat: number = status.to_act[0]!;
    const { moves } = await engine.request({ do: 'legal', seat });
    // Sending is what is looked at: seldom is a decision declined.
    const some = moves.filter((move) => move.kind !== 'done' || below(3) === 0);
    const { move } = (some.length ? some : moves)[below(some.length || moves.length)]!;
    status = (await engine.request({ do: 'apply', seat, move, go: false })).status;
    await settle();
    const news = await engine.request({
      do: 'events',
      seat: 1,
      from,
    });
    from = news.next;
    const after = await look();
    all.push({ before, events: news.events, after });
    before = after;
  }
  engine.close();
  return all;
}

const public_ = (view: CircadiansView) => ({
  stations: view.stations,
  partners: view.partners,
  negotiation: view.negotiation,
  depository: view.depository,
  hq: view.hq,
  ships_up: view.ships_up,
  farms_up: view.farms_up,
  breakthroughs: [...view.breakthroughs].sort(),
  setbacks: [...view.setbacks].sort(),
  planet_tokens: view.planet_tokens,
  event: view.event,
  players: view.players.map((player) => ({
    goods: player.goods,
    garages: player.garages,
    farms: player.farms,
    ships: player.ships,
    farm_tiles: player.farm_tiles,
    outpost: player.outpost,
    harvester: player.harvester,
    gained: player.gained,
    progress: player.progress,
    fulfilled: [...player.fulfilled].sort(),
    cards: handSize(player),
  })),
});

describe.each([
  ['two', 2, 5],
  ['two, otherwise', 2, 23],
  ['four', 4, 9],
  ['one against the automatic opponent', 1, 3],
])('events of %s', (_, players, seed) => {
  it('lead to the table as it is', async () => {
    const seen = new Set<string>();
    for (const { before, events, after } of await batches(players, seed, 260)) {
      // In Plan a seat sees its own dice where it puts them; nothing is told yet.
      if (before.round === 0 || events.length === 0) continue;
      // Rounds without anything to plan pass together: only their end is exact.
      if (events.filter((event) => event.event === 'round').length > 1) continue;
      const shown = events.reduce(
        (view, event, i) => told(view, event, pack, after, events.slice(i + 1)),
        before,
      );
      for (const event of events) seen.add(event.event);
      expect(public_(shown), JSON.stringify(events)).toEqual(public_(after));
    }
    expect([...seen]).toEqual(
      expect.arrayContaining(['planned', 'gained', 'paid', 'sent', 'round', 'event']),
    );
  }, 60_000);
});

describe('what a line of the log points at', () => {
  const at = (event: Record<string, unknown>) => whereNow(event as unknown as GameEvent, 1)[0];
  it('is the place it tells of', () => {
    expect(at({ event: 'sent', seat: 2, to: 'foundry' })).toBe('[data-station="foundry"]');
    expect(at({ event: 'sent', seat: 2, to: 'mining_camp', column: 3 })).toBe(
      '[data-place="mining_camp-3"]',
    );
    expect(at({ event: 'sent', seat: 2, to: 'negotiation', faction: 'jrayek', row: 2 })).toBe(
      '[data-place="jrayek-2"]',
    );
    expect(at({ event: 'ship', seat: 1, garage: 4 })).toBe('[data-garage="4"]');
    expect(at({ event: 'ship', seat: 2, garage: 4 })).toBe('[data-garage-of="2-4"]');
    expect(at({ event: 'gained', seat: 2, resource: 'E' })).toBe('[data-bank="2-energy"]');
    expect(at({ event: 'peeked', seat: 2, corner: 1 })).toBe('[data-hex="31"]');
    expect(at({ event: 'radio', seat: 2 })).toBe('[data-seat="2"]');
    expect(at({ event: 'over' })).toBeUndefined();
  });
  it('is in one tab of a phone', () => {
    const tab = (event: Record<string, unknown>) => tabOf(event as unknown as GameEvent);
    expect(tab({ event: 'sent', to: 'temple' })).toBe('stations');
    expect(tab({ event: 'ai-sent', faction: 'ahzuri' })).toBe('talks');
    expect(tab({ event: 'sent', to: 'depository' })).toBe('port');
    expect(tab({ event: 'moved' })).toBe('planet');
    expect(tab({ event: 'gained' })).toBeNull();
  });
});
