import type { Pack } from '../../engine/messages';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RequestError } from '../../engine/client';
import { NodeEngine } from '../../table/node-engine';
import { componentsOf } from '../../boards';
import { Draft, nearest } from './draft.svelte';
import { freeId, idFrom, readPackFile } from './files';
import { groupsOf } from './listing';
import { differences, getAt, readPath, setAt, writePath, type Content } from './paths';
import { countKnown, isReconstructed, knownOf, setKnown, settle } from './provenance';
import { playSample } from './sample';

const packOf = (game: string, n: number) =>
  JSON.parse(
    readFileSync(
      new URL(`../../../../data/${game}/reconstruction-${n}.json`, import.meta.url),
      'utf8',
    ),
  ) as Content;
const pack = packOf('solenia', 2);
const older = packOf('solenia', 1);

describe('places in a pack', () => {
  it('are read and written as the engine names them', () => {
    for (const text of ['tiles.day[3].stars', 'cards[0]', 'slots.winter', 'start.4[2]', '']) {
      expect(writePath(readPath(text))).toBe(text);
    }
    expect(getAt(pack, readPath('tiles.day[3].cost'))).toBe('SAA');
  });

  it('can be set without touching the old pack', () => {
    const next = setAt(pack, readPath('tiles.day[3].stars'), 9);
    expect(getAt(next, readPath('tiles.day[3].stars'))).toBe(9);
    expect(getAt(pack, readPath('tiles.day[3].stars'))).toBe(5);
    expect(differences(pack, next)).toEqual([['tiles', 'day', 3, 'stars']]);
  });

  it('can be taken away', () => {
    const next = setAt(pack, ['tiles', 'day', 3], undefined);
    expect((getAt(next, ['tiles', 'day']) as unknown[]).length).toBe(23);
  });
});

describe('a draft', () => {
  it('takes back, repeats and resets its changes', () => {
    const draft = new Draft(pack, pack);
    draft.edit(['pairs', 'score', 4], 12);
    draft.edit(['pairs', 'score', 4], 13);
    expect(draft.printed).toEqual([['pairs', 'score', 4]]);
    expect(draft.isChanged(['pairs'])).toBe(true);
    expect(draft.isChanged(['solo'])).toBe(false);
    draft.undo();
    expect(getAt(draft.content, ['pairs', 'score', 4])).toBe(12);
    draft.redo();
    expect(getAt(draft.content, ['pairs', 'score', 4])).toBe(13);
    draft.reset();
    expect(draft.dirty).toBe(false);
    draft.undo();
    expect(draft.dirty).toBe(true);
  });

  it('counts what is printed apart from how it is known', () => {
    const draft = new Draft(pack, pack);
    draft.change(setKnown(draft.content, ['tiles', 'day', 0], '', 'review'));
    expect(draft.changes.length).toBe(1);
    expect(draft.printed.length).toBe(0);
  });

  it('knows which shipped pack it was made from', () => {
    expect(nearest(setAt(older, ['id'], 'mine'), [pack, older])).toBe(older);
  });
});

describe('provenance', () => {
  it('is read from words, parts and letters', () => {
    expect(knownOf({ from: 'rulebook' })).toEqual([{ part: '', from: 'rulebook' }]);
    expect(knownOf({ from: { cost: 'rulebook', stars: 'reconstruction' } })).toEqual([
      { part: 'cost', from: 'rulebook' },
      { part: 'stars', from: 'reconstruction' },
    ]);
    expect(knownOf({ tag: 'RB', tags: { name: 'R' } })).toEqual([
      { part: '', from: 'rulebook' },
      { part: 'name', from: 'reconstruction' },
    ]);
    expect(knownOf({ from: 'official' })).toEqual([]);
    expect(isReconstructed({ tag: 'RB', tags: { name: 'R' } })).toBe(true);
  });

  it('is counted by entry', () => {
    const count = countKnown(pack);
    expect(count.reconstruction).toBeGreaterThan(60);
    expect(count.inferred).toBe(12);
  });

  it('of a part is changed alone', () => {
    const next = setKnown(pack, ['cards', 0], 'effect', 'rulebook');
    expect(getAt(next, ['cards', 0, 'from'])).toEqual({ value: 'review', effect: 'rulebook' });
  });
});

describe('a value that is changed', () => {
  const change = (from: Content, place: string, value: unknown) => {
    const path = readPath(place);
    return settle(from, setAt(from, path, value), pack, path);
  };

  it('is no longer what a source says, until its owner says so', () => {
    const once = change(pack, 'pairs.score[4]', 11);
    expect(getAt(once, ['pairs', 'from'])).toBe('reconstruction');
    const said = setKnown(once, ['pairs'], '', 'rulebook');
    expect(getAt(change(said, 'pairs.score[3]', 7), ['pairs', 'from'])).toBe('rulebook');
    expect(change(once, 'pairs.score[4]', 10)).toEqual(pack);
  });

  it('leaves the other parts of its piece alone', () => {
    const card = change(pack, 'cards[2].gain', 'W');
    expect(getAt(card, ['cards', 2, 'from'])).toEqual({
      value: 'review',
      effect: 'reconstruction',
    });
    const tile = change(pack, 'tiles.night[3].cost', 'WW');
    expect(getAt(tile, ['tiles', 'night', 3, 'from', 'cost'])).toBe('reconstruction');
    const effect = change(pack, 'cards[2]', {
      ...(pack.cards as Content[])[2],
      gain: undefined,
      space: 1,
    });
    expect(getAt(effect, ['cards', 2, 'from', 'value'])).toBe('review');
    expect(getAt(effect, ['cards', 2, 'from', 'effect'])).toBe('reconstruction');
  });

  it('is told in letters where the pack has letters', () => {
    const shipped = packOf('circadians', 2);
    const at = (shipped.contracts as Content[]).findIndex((one) => one.id === '1');
    const set = (from: Content, path: (string | number)[], value: unknown) =>
      settle(from, setAt(from, path, value), shipped, path);
    const gain = ['contracts', at, 'rules', 0, 'do', 0, 'gain', 'energy'];
    const changed = set(shipped, gain, 2);
    expect(getAt(changed, ['contracts', at, 'tags', 'rules'])).toBe('R');
    expect(getAt(changed, ['contracts', at, 'tag'])).toBe('RB');
    expect(set(changed, gain, 1)).toEqual(shipped);
    const cost = set(shipped, ['contracts', at, 'cost', 'algae'], 3);
    expect(getAt(cost, ['contracts', at, 'tags'])).toEqual({ cost: 'R', points: 'R' });
    const rounds = set(shipped, ['constants', 'rounds', 'value'], 6);
    expect(getAt(rounds, ['constants', 'rounds', 'tags', 'value'])).toBe('R');
    expect(set(rounds, ['constants', 'rounds', 'value'], 7)).toEqual(shipped);
    const column = (shipped.negotiation as Content[]).findIndex((one) => one.id === 'jrayek');
    const tags = (of: Content) => getAt(of, ['negotiation', column, 'tags']);
    const row = ['negotiation', column, 'rows', 3, 'cost', 'gem'];
    expect(tags(set(shipped, row, 2))).toEqual({ resource: 'INF', 'rows[3].cost': 'R' });
    expect(set(set(shipped, row, 2), row, 3)).toEqual(shipped);
    const other = ['negotiation', column, 'rows', 2, 'points'];
    expect(tags(set(shipped, other, 6))).toEqual(tags(shipped));
    const said = setKnown(changed, ['contracts', at], 'rules', 'review');
    expect(getAt(said, ['contracts', at, 'tags', 'rules'])).toBe('REV');
    expect(new Draft(setKnown(shipped, ['caches', 0], '', 'review'), shipped).printed).toEqual([]);
  });
});

describe('files', () => {
  it('get ids that a pack may have', () => {
    expect(idFrom('Mój zestaw, 2. próba')).toBe('moj-zestaw-2-proba');
    expect(idFrom('Łódź & Größe')).toBe('lodz-grosse');
    expect(idFrom('我的')).toBe('');
    expect(freeId('a', ['a', 'a-2'])).toBe('a-3');
  });

  it('are told apart', () => {
    const read = (text: string) => readPackFile(text, 'solenia');
    expect(read(JSON.stringify(pack)).ok).toBe(true);
    expect(read('{\n "a": 1,\n "b" 2}')).toMatchObject({ ok: false, why: 'json', line: 3 });
    expect(read('{\n "a": 1,')).toMatchObject({ ok: false, why: 'json', line: 2 });
    expect(read('[]')).toMatchObject({ why: 'not-a-pack' });
    expect(read('null')).toMatchObject({ why: 'not-a-pack' });
    expect(read('{"format":"tidelock-record/1","game":"solenia"}')).toMatchObject({
      why: 'record',
    });
    expect(read('{"format":"component-pack/1","game":"circadians"}')).toMatchObject({
      why: 'other-game',
      game: 'circadians',
    });
  });
});

describe('a listing', () => {
  it('has every entry of a pack of Circadians', () => {
    const content = packOf('circadians', 2);
    const groups = groupsOf(content);
    const of = (name: string) => groups.find((one) => one.name === name)!.entries;
    expect(of('contracts').length).toBe((content.contracts as unknown[]).length);
    expect(of('contracts')[0]!.facts.map(([name]) => name)).toContain('points');
    expect(of('constants').length).toBe(Object.keys(content.constants as object).length);
    expect(of('research_base').length).toBe(1);
    expect(groups.map((one) => one.name)).not.toContain('note');
  });
});

describe('with the engine', () => {
  const setup = { game: 'solenia', bot: 'greedy', seed: 1, players: 2, options: {} };
  const refuse = async (path: string, value: unknown, lang = 'en') => {
    const engine = new NodeEngine('solenia', lang);
    const wrong = setAt(pack, readPath(path), value);
    const error = await engine
      .request({ do: 'new', game: 'solenia', pack: setAt(wrong, ['id'], 'mine') as Pack, seed: 1 })
      .then(
        () => undefined,
        (one: unknown) => (one instanceof RequestError ? one.error : undefined),
      );
    return { sentence: error?.sentence ?? '', where: error?.where ?? '' };
  };

  it('an impossible value is named with its place', async () => {
    expect((await refuse('tiles.day[3].stars', 21)).where).toBe('tiles.day[3].stars');
    expect((await refuse('solo.bands[1]', 3)).where).toBe('solo.bands[1]');
  });

  it('the engine says what is wrong in the language of the page', async () => {
    expect((await refuse('tiles.day[3].stars', 21)).sentence).toBe(
      'It must be a whole number from 0 to 20; this is 21.',
    );
    expect((await refuse('tiles.day[3].cost', '', 'pl')).sentence).toBe(
      'Musi być od 1 do 6 surowców; jest 0.',
    );
    expect((await refuse('tiles.day[3].cost', ['W'], 'de')).sentence).toBe(
      'Waren schreibt man W H S A; gefunden: eine Liste mit 1 Eintrag.',
    );
    expect((await refuse('strips[0].day.spaces', 'WCHS', 'zh-Hant')).sentence).toBe(
      "一面有五格，以 W H S A 或 C 表示；現在是：'WCHS'。",
    );
  });

  it('a sample game shows what a change does', async () => {
    const engine = new NodeEngine('solenia', 'en');
    const change = [['tiles', 'night', 6, 'stars']];
    const next = setAt(setAt(pack, change[0]!, 20), ['id'], 'mine');
    const before = await playSample(engine, pack, setup);
    const again = await playSample(engine, pack, setup);
    const after = await playSample(engine, next, setup);
    expect(again.scores).toEqual(before.scores);
    expect(after.scores).not.toEqual(before.scores);
    const { sample, tally } = (await componentsOf('solenia'))!;
    const delivered = tally!(next, change, after.events);
    expect(delivered.length).toBe(1);
    expect(delivered[0]!.n).toBe(1);
    expect(sample!([['slots', 'winter', 'day', 1, 'bonus']])).toEqual({ mode: 'winter' });
  });
});
