// The engine of the terminal, asked for what it says itself.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Asking, Said, TableRecord, Verb } from '../src/engine/messages.ts';
import type { Answers, AnswerScore, MessageLang } from '../src/engine/schema.d.ts';
import { tidelock, words as folder } from './places.ts';

export type GameRecord = TableRecord;

type Line<V extends Verb> = Asking<V> & { lang?: MessageLang };

// The answers, in the order of the requests; what is refused is an error here.
export function ask<V extends Verb[]>(
  ...requests: { [I in keyof V]: Line<V[I]> }
): { [I in keyof V]: Answers[V[I]] } {
  const lines = requests.map((request, id) => JSON.stringify({ ...request, id }));
  const run = spawnSync(tidelock, ['engine'], { input: `${lines.join('\n')}\n`, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`tidelock engine: ${run.stderr}`);
  const said = run.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Said);
  return requests.map((_, id) => {
    const one = said.find((answer) => answer.id === id && answer.progress === undefined);
    if (!one) throw new Error(`no answer to ${lines[id]}`);
    if (one.error) throw new Error(`${lines[id]}: ${one.error.message}`);
    return one;
  }) as { [I in keyof V]: Answers[V[I]] };
}

// A whole game between bots.
export function playedGame(
  game = 'solenia',
  { bots = ['novice', 'novice'], seed = 7, names = ['Ada', 'Bo', 'Cleo'], ...more } = {},
): GameRecord {
  const seats = bots.map((bot, i) => ({ bot, name: names[i] }));
  const [, { record }] = ask(
    { do: 'new', game, seed, seats, options: { players: bots.length }, ...more },
    { do: 'record' },
  );
  return record;
}

export function scoresOf(record: GameRecord): AnswerScore[] {
  const [{ status }] = ask({ do: 'load', record, seats: record.result!.scores.map(() => ({})) });
  if (status.at !== 'over') throw new Error('the game is not over');
  return status.scores;
}

const catalogues = new Map<string, Record<string, string>>();
function catalogue(lang: string): Record<string, string> {
  let all = catalogues.get(lang);
  if (!all) {
    all = {};
    for (const file of readdirSync(folder(lang)).filter((name) => name.endsWith('.json'))) {
      Object.assign(all, JSON.parse(readFileSync(join(folder(lang), file), 'utf8')));
    }
    catalogues.set(lang, all);
  }
  return all;
}
// A text of the catalogues as it stands there.
export function text(key: string, lang = 'en'): string {
  const found = catalogue(lang)[key];
  if (found === undefined) throw new Error(`no ${key} in ${lang}`);
  return found;
}
// As the start page calls it.
export const gameName = (game: string, lang = 'en'): string =>
  catalogue(lang)[`${game}.name`] ?? game.charAt(0).toUpperCase() + game.slice(1);
