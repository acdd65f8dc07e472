import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import type { GameEvent } from '../../../engine/messages';
import { NodeEngine } from '../../../table/node-engine';
import { hasText, languages, needWords, setLanguage } from '../../../text';
import type { Pack } from '../pack';
import { fieldSets } from './model';
import { parts } from './pieces';
import { fieldName, groups, part, place, sample, setName, tally, word } from './words';

const root = new URL('../../../../../', import.meta.url);
const packOf = (n: number) =>
  JSON.parse(
    readFileSync(new URL(`data/circadians/reconstruction-${n}.json`, root), 'utf8'),
  ) as Pack & Record<string, unknown>;
const pack = packOf(2);
// The words of the page come from the server by language, all others as files.
vi.stubGlobal('fetch', (url: string) => {
  const page = /@words\/(.*)\.json/.exec(url)?.[1];
  const file = page ? `data/lang/${page}/page-components.json` : /data\/lang\/[^?]*/.exec(url)![0];
  return Promise.resolve(new Response(readFileSync(new URL(file, root))));
});
await needWords('circadians');
await needWords('components-circadians');

const engine = new NodeEngine('circadians', 'en');
// What the engine says of the pieces of a shipped pack.
async function saidIn(lang: string, n: number): Promise<(piece: string) => string> {
  await engine.setLang(lang);
  await engine.request({ do: 'new', game: 'circadians', pack: `reconstruction-${n}`, seed: 1 });
  const said = (await engine.request({ do: 'pieces' })).pieces;
  return (piece) => said[piece] ?? '';
}

const nothing = () => '';
const pieces = (of: Pack, told: (piece: string) => string = nothing) =>
  parts(of, told).flatMap((part) => part.kinds.flatMap((kind) => kind.pieces));

describe('the pieces of a pack', () => {
  it('are all there, once', () => {
    const places = pieces(pack).map((one) => one.path.join('.'));
    expect(new Set(places).size).toBe(places.length);
    for (const list of Object.keys(pack)) {
      const items = pack[list];
      if (!Array.isArray(items)) continue;
      items.forEach((_, at) => expect(places).toContain(`${list}.${at}`));
    }
    for (const name of Object.keys(pack.constants)) expect(places).toContain(`constants.${name}`);
  });

  it.each(languages.map((one) => one.code))('have words for everything in %s', async (code) => {
    await setLanguage(code, false);
    const told = [await saidIn(code, 1), await saidIn(code, 2)];
    const said = [packOf(1), pack].flatMap((of, at) => [
      ...groups().map((one) => one.label),
      ...parts(of, told[at]!).flatMap((part) => [
        word(`about.${part.name}`),
        ...part.kinds.map((kind) => kind.title),
      ]),
      ...pieces(of, told[at]!).flatMap((one) => {
        const sets = fieldSets(one.values);
        return [
          one.name,
          one.words,
          place(one.path.join('.')) ?? '',
          ...sets.flatMap((set) => [setName(set), ...set.fields.map(fieldName)]),
        ];
      }),
    ]);
    // What has no words is said as <key>, what a sentence lacks as {name}.
    expect([...new Set(said.filter((one) => /[<>{}]|undefined|null|NaN/.test(one)))]).toEqual([]);
    await setLanguage('en', false);
  });

  it('say what the engine says they do', async () => {
    await setLanguage('en', false);
    const told = await saidIn('en', 2);
    const words = (path: string) =>
      pieces(pack, told).find((one) => one.path.join('.') === path)!.words;
    expect(words('leaders.11')).toBe('Gain 1 gem each time you fulfil a Contract.');
    expect(words('contracts.0')).toContain(told('contracts.B1'));
    const silent = pieces(pack, told).filter((one) => one.words === '' || one.words.endsWith(': '));
    expect(silent.map((one) => one.path.join('.'))).toEqual([]);
  });
});

describe('the numbers of a piece', () => {
  const numbers = (entry: unknown) =>
    fieldSets(entry).flatMap((set) =>
      set.fields.map((one) => `${one.path.join('.')} ${one.value}`),
    );

  it('are costs, points and amounts, not places', () => {
    expect(numbers(pack.contracts[0])).toEqual([
      'points 3',
      'cost.water 3',
      'cost.algae 1',
      'cost.energy 1',
      'cost.gem 0',
      'rules.0.do.0.gain.water 3',
    ]);
    expect(numbers(pack.planet.sides[0]!.spaces[2])).toEqual([
      'harvest.water 1',
      'harvest.algae 2',
      'harvest.energy 0',
      'harvest.gem 0',
      'token.water 3',
      'token.algae 0',
      'token.energy 0',
      'token.gem 0',
    ]);
  });

  it('are written as the pack has them', () => {
    const field = (entry: unknown, place: string) =>
      fieldSets(entry)
        .flatMap((set) => set.fields)
        .find((one) => one.path.join('.') === place)!;
    const lab = pack.stations.find((one) => one.id === 'laboratory');
    expect(field(lab, 'actions.0.cost.water').write(5)).toBe('5-value');
    expect(field(lab, 'actions.0.cost.gem').write(0)).toBeUndefined();
    const well = field(pack.farms[0], 'rules.0.do.0.gain.water');
    expect([well.value, well.write(2), well.write(0)]).toEqual([3, 'value+2', 'value']);
  });
});

describe('the sources of a piece', () => {
  it('have words for every part, printed or changed', () => {
    const names = pieces(pack).flatMap((one) => [
      ...Object.keys((one.entry as { tags?: object }).tags ?? {}),
      ...fieldSets(one.values).map((set) => String(set.fields[0]!.path[0])),
    ]);
    // What any game has, the page names itself.
    const missing = [...new Set(names)].filter(
      (name) => !hasText(`page.components.part.${name}`) && part(name) === undefined,
    );
    expect(missing).toEqual([]);
    expect(part('rows[3].cost')).toBe('Row 4 · Cost');
    expect(part('rules.amount')).toBe('effect · amount');
  });
});

describe('a sample game', () => {
  it('is one in which the change matters', () => {
    expect(sample([['schemes', 3, 'gems']])).toEqual({ players: 1 });
    expect(sample([['planet', 'sides', 1, 'spaces', 2, 'harvest', 'water']])).toEqual({
      planet: 'B',
    });
    expect(sample([['contracts', 0, 'cost', 'water']])).toEqual({});
  });

  it('tells how often the changed pieces came up', () => {
    const events = [
      { event: 'fulfilled', seat: 1, contract: 'B1' },
      { event: 'fulfilled', seat: 2, contract: 'B2' },
    ] as GameEvent[];
    expect(tally(pack, [['contracts', 0, 'cost', 'water']], events)).toEqual([
      { label: word('tally', { piece: 'Ore Sluice' }), n: 1 },
    ]);
    const scheme = pack.schemes[3]!;
    expect(
      tally(pack, [['schemes', 3, 'gems']], [
        { event: 'scheme', seat: 2, card: scheme.id },
      ] as GameEvent[]),
    ).toEqual([{ label: word('tally', { piece: scheme.name.en! }), n: 1 }]);
  });
});
