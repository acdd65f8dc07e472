// A game of bots with a pack, to see what a change does.
import type { Answer, Asking, GameEvent, Options, Pack, Status, Verb } from '../../engine/messages';
import type { Content } from './paths';

export interface Asks {
  request<V extends Verb>(request: Asking<V>): Promise<Answer<V>>;
}

type SampleScore = NonNullable<Status['scores']>[number];
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
    pack: pack as string | Pack, // whether it is one is for the engine to say
    seed,
    options: { ...options, players } as Options,
    seats: Array.from({ length: players }, () => ({ bot })),
  });
  const told = await engine.request({ do: 'events', seat: null });
  return {
    scores: answer.status.scores ?? [],
    winners: answer.status.winners ?? [],
    events: told.events,
  };
}

export const meanTotal = (samples: Sample[]): number => {
  const totals = samples.flatMap((one) => one.scores.map((score) => score.total));
  return totals.reduce((sum, n) => sum + n, 0) / Math.max(1, totals.length);
};
