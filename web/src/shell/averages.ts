// What own results amount to.
import type { Result } from '../store';

export interface Line {
  against: string; // the strongest bot, '' if there was none
  games: number;
  wins: number;
  average: number;
  best: number;
}
export interface Group {
  game: string;
  mode: string;
  players: number;
  games: number;
  lines: Line[]; // the weakest opponent first
}

// Results of the person who plays here alone or against bots, like with like, most played first.
// `levels`: of the bots, weakest first.
export function groupsOf(results: Result[], levels: string[]): Group[] {
  const groups = new Map<string, Group>();
  for (const result of results) {
    const score = result.scores[result.mine - 1];
    const persons = result.seats.filter((seat) => !seat.bot).length;
    if (result.mine === 0 || persons !== 1 || score === undefined) continue;
    const { game, mode, players } = result;
    const key = JSON.stringify([game, mode, players]);
    const group = groups.get(key) ?? { game, mode, players, games: 0, lines: [] };
    groups.set(key, group);
    const bots = result.seats.flatMap((seat) => (seat.bot ? [seat.bot] : []));
    const against = bots.sort((a, b) => levels.indexOf(b) - levels.indexOf(a))[0] ?? '';
    let line = group.lines.find((one) => one.against === against);
    if (!line) group.lines.push((line = { against, games: 0, wins: 0, average: 0, best: score }));
    line.average = (line.average * line.games + score) / (line.games + 1);
    line.games++;
    group.games++;
    if (result.winners.includes(result.mine)) line.wins++;
    line.best = Math.max(line.best, score);
  }
  for (const { lines } of groups.values()) {
    lines.sort((a, b) => levels.indexOf(a.against) - levels.indexOf(b.against));
  }
  return [...groups.values()].sort((a, b) => b.games - a.games);
}

// "size=large first=random" as it was kept.
export const partsOf = (mode: string): [string, string][] =>
  mode === '' ? [] : mode.split(' ').map((part) => part.split('=', 2) as [string, string]);
