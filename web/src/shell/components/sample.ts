// A game of bots with a pack, to see what a change does.
import type { Answer, GameEvent, Request } from '../../engine/messages';
import type { Content } from './paths';

export interface Asks {
  request<A extends Answer = Answer>(request: Request): Promise<A>;
}

interface SampleScore {
  seat: number;
  total: number;
  by: Record<string, number>;
}
export interface Sample {
  scores: SampleScore[];
  winners: number[];
  events: GameEvent[]; // all that everybody may see
}

export interface SampleSetup {
  game: string;
  bot: string;
  seed: number;
  players: number;
  options: Record<string, unknown>;
}

export async function playSample(
  engine: Asks,
  pack: string | Content,
  setup: SampleSetup,
): Promise<Sample> {
  const { game, bot, seed, players, options } = setup;
  const answer = await engine.request({
    do: 'new',
    game,
    pack,
    seed,
    options: { ...options, players },
    seats: Array.from({ length: players }, () => ({ bot })),
  });
  const told = await engine.request<Answer & { events?: GameEvent[] }>({
    do: 'events',
    seat: null,
  });
  return {
    scores: answer.status?.scores ?? [],
    winners: answer.status?.winners ?? [],
    events: told.events ?? [],
  };
}

export const meanTotal = (samples: Sample[]): number => {
  const totals = samples.flatMap((one) => one.scores.map((score) => score.total));
  return totals.reduce((sum, n) => sum + n, 0) / Math.max(1, totals.length);
};
