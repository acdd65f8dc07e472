// Tests that every game's book and first game share.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { WasmEngine } from '../engine/wasm';
import type { Answer, Asking, Move, Said, Verb } from '../engine/messages';
import { Director, type Seen } from './director';
import { parseBlocks, parseInline, type Block, type Inline } from './markup';
import type { RulesBook, Tutorial } from './types';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const LANGS = ['en', 'pl', 'de', 'zh-Hant'];
const VIEWER = 1;

const read = (path: string) => readFileSync(root + path, 'utf8');
export const wordsOf = (lang: string, kind: 'rules' | 'tutorial', game: string) =>
  JSON.parse(read(`data/lang/${lang}/${kind}-${game}.json`)) as Record<string, string>;

// Every id of docs/rules.
const ruleIds = (game: string) =>
  new Set(read(`docs/rules/${game}.md`).match(/(?<=\*\*)[A-Z]+-[A-Z]?\d+(\.\d+)?(?=\*\*)/g));

const inlinesOf = (block: Block): Inline[] => {
  if (block.kind === 'list') return block.items.flat();
  if (block.kind === 'table') return [...block.head, ...block.rows.flat()].flat();
  return block.inlines;
};
const iconsOf = (text: string) =>
  parseInline(text)
    .filter((one) => one.kind === 'icon')
    .map((one) => one.id)
    .sort();

export function testBook(book: RulesBook): void {
  const { game } = book;
  const sections = book.chapters.flatMap((one) => one.sections);

  it('names every rule, and only rules', () => {
    const named = new Set(sections.flatMap((one) => one.rules));
    expect([...named].sort()).toEqual([...ruleIds(game)].sort());
  });

  it('has sections of different names', () => {
    expect(new Set(sections.map((one) => one.id)).size).toBe(sections.length);
  });

  for (const lang of LANGS) {
    describe(lang, () => {
      const words = wordsOf(lang, 'rules', game);
      const symbols = sections.flatMap((one) => one.symbols ?? []);
      const wanted = new Set([
        ...book.chapters.map((one) => `chapter.${one.id}`),
        ...sections.map((one) => `${one.id}.title`),
        ...sections.filter((one) => !one.symbols).map((one) => `${one.id}.text`),
        ...symbols.map((id) => `icon.${id}`),
        ...symbols.map((id) => `symbol.${id}`),
      ]);

      it('has all words, and no others', () => {
        const there = Object.keys(words).map((key) => key.replace(`rules.${game}.`, ''));
        expect(there.sort()).toEqual([...wanted].sort());
      });

      it('is written in markup that can be read', () => {
        const ids = new Set(sections.map((one) => one.id));
        for (const section of sections.filter((one) => !one.symbols)) {
          for (const block of parseBlocks(words[`rules.${game}.${section.id}.text`]!)) {
            if (block.kind === 'table')
              for (const row of block.rows) expect(row.length).toBe(block.head.length);
            for (const one of inlinesOf(block)) {
              if (one.kind === 'icon') expect(wanted, one.id).toContain(`icon.${one.id}`);
              if (one.kind === 'link') expect(ids).toContain(one.section);
              if (one.kind === 'text') expect(one.text).not.toMatch(/\[|\]|\*\*|`|\{|\}/);
            }
          }
        }
      });

      it('shows the same symbols and shapes as in English', () => {
        const shape = (text: string) =>
          parseBlocks(text).map((one) => (one.kind === 'table' ? one.rows.length : one.kind));
        for (const [key, english] of Object.entries(wordsOf('en', 'rules', game))) {
          expect(shape(words[key]!), key).toEqual(shape(english));
          expect(iconsOf(words[key]!), key).toEqual(iconsOf(english));
        }
      });
    });
  }

  const sheet = `${root}web/src/boards/${game}/Icons.svelte`;
  it.skipIf(!existsSync(sheet))('explains symbols that are drawn', () => {
    const sheets = [sheet, `${root}web/src/boards/common/Symbols.svelte`];
    const drawn = new Set(
      sheets.flatMap((one) => readFileSync(one, 'utf8').match(/(?<=<symbol\s+id=")[^"]+/g) ?? []),
    );
    for (const id of sections.flatMap((one) => one.symbols ?? [])) expect(drawn).toContain(id);
    for (const chapter of book.chapters) expect(drawn).toContain(chapter.icon);
  });
}

const engineOf = (game: string) => `${root}build-wasm/${game}.wasm`;

// A first game at the real engine.
export class FirstGame {
  private constructor(
    private readonly engine: WasmEngine,
    private readonly tutorial: Tutorial,
  ) {}

  static async open(tutorial: Tutorial): Promise<FirstGame> {
    const { game } = tutorial;
    const module = await WebAssembly.compile(readFileSync(engineOf(game)));
    const engine = await WasmEngine.start(module);
    for (const name of readdirSync(`${root}data/${game}`))
      engine.provide(`${game}/${name}`, readFileSync(`${root}data/${game}/${name}`));
    const table = new FirstGame(engine, tutorial);
    table.deal();
    return table;
  }

  private ask<V extends Verb>(request: Asking<V>): Answer<V> {
    const said = this.engine.handle(JSON.stringify(request));
    const answer = JSON.parse(said.at(-1)!) as Said;
    if (answer.error) throw new Error(`${JSON.stringify(request)}: ${answer.error.message}`);
    return answer as unknown as Answer<V>;
  }

  deal(): void {
    this.ask({
      do: 'new',
      game: this.tutorial.game,
      ...this.tutorial.setup('Ada'),
    } as Asking<'new'>);
  }

  play(move: Move): void {
    this.ask({ do: 'apply', seat: VIEWER, move: move.move });
  }

  seen(): Seen {
    const observed = this.ask({ do: 'observe', seat: VIEWER });
    const asked = this.ask({ do: 'legal', seat: VIEWER });
    const told = this.ask({ do: 'events', seat: VIEWER, from: 0 });
    return {
      view: observed.view,
      moves: asked.moves,
      events: told.events,
      status: observed.status,
      viewer: VIEWER,
      draft: [],
    };
  }
}

type Learner = (moves: Move[], pick: (n: number) => number) => Move;
export const anyhow: Learner = (moves, pick) => moves[pick(moves.length)]!;
export const preferring =
  (fits: (one: Move) => boolean): Learner =>
  (moves, pick) => {
    const liked = moves.filter(fits);
    return anyhow(liked.length > 0 ? liked : moves, pick);
  };

// Small, and the same everywhere.
function random(seed: number): (n: number) => number {
  let state = seed * 2654435761 + 1;
  return (n) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return (state >>> 8) % n;
  };
}

const MOST_DECISIONS = 400;

// A patient learner reads one lesson after the other; the others leave it there and play, and read on
// when the game is over.
function playThrough(
  table: FirstGame,
  { lessons }: Tutorial,
  learner: Learner,
  seed: number,
  patient: boolean,
): string[] {
  table.deal();
  const director = new Director(lessons);
  const pick = random(seed);
  for (let step = 0; step < MOST_DECISIONS; ++step) {
    const seen = table.seen();
    let lesson = director.look(seen);
    const reads = patient || seen.status.at === 'over';
    for (let more = 0; lesson && reads; ++more) {
      expect(more).toBeLessThan(lessons.length);
      lesson = director.dismiss(seen);
    }
    if (seen.status.at === 'over') return director.history;
    table.play(learner(seen.moves, pick));
  }
  throw new Error('the game does not end');
}

// Played as learners play: whatever they do, they have heard of everything by the end of it. Those who
// rush are asked too little to hear it all in time: they are told the rest after the closing words.
export function testFirstGame(
  tutorial: Tutorial,
  learners: Record<string, Learner>,
  places: RegExp,
  rushed: string[] = [],
): void {
  const core = tutorial.lessons.filter((one) => one.core).map((one) => one.id);

  for (const [name, learner] of Object.entries(learners)) {
    for (const patient of [true, false]) {
      it(`teaches everything, played ${name}, ${patient ? 'read' : 'unread'}`, async () => {
        const table = await FirstGame.open(tutorial);
        for (let seed = 1; seed <= 8; ++seed) {
          const history = playThrough(table, tutorial, learner, seed, patient);
          expect(new Set(history).size).toBe(history.length);
          expect(
            core.filter((id) => !history.includes(id)),
            `seed ${seed}`,
          ).toEqual([]);
          expect(history[0]).toBe('welcome');
          // What was left unread is caught up with after the closing words.
          if (patient && !rushed.includes(name)) expect(history.at(-1)).toBe('closing');
        }
      }, 120_000);
    }
  }

  it('points at what is on the table', async () => {
    const table = await FirstGame.open(tutorial);
    const pick = random(5);
    for (;;) {
      const seen = table.seen();
      for (const lesson of tutorial.lessons) {
        const context = { ...seen, history: [] };
        const frozen = JSON.stringify(context);
        if (!lesson.when(context)) continue;
        const target = lesson.points?.(context);
        if (target !== undefined) expect(target).toMatch(places);
        expect(JSON.stringify(context)).toBe(frozen);
      }
      if (seen.status.at === 'over') break;
      table.play(anyhow(seen.moves, pick));
    }
  });
}

const LONGEST_LESSON = 330;

export function testLessons(tutorial: Tutorial, book: RulesBook): void {
  const { game, lessons } = tutorial;

  it('have words in every language, and no words are left over', () => {
    const wanted = lessons
      .flatMap((one) => [`${one.id}.title`, `${one.id}.text`])
      .map((key) => `tutorial.${game}.${key}`)
      .sort();
    const english = wordsOf('en', 'tutorial', game);
    for (const lang of LANGS) {
      const words = wordsOf(lang, 'tutorial', game);
      const names = wordsOf(lang, 'rules', game);
      expect(Object.keys(words).sort(), lang).toEqual(wanted);
      for (const [key, text] of Object.entries(words)) {
        if (key.endsWith('.text'))
          expect(text.length, `${lang} ${key}`).toBeLessThan(LONGEST_LESSON);
        expect(iconsOf(text), `${lang} ${key}`).toEqual(iconsOf(english[key]!));
        for (const icon of iconsOf(text))
          expect(names).toHaveProperty([`rules.${game}.icon.${icon}`]);
      }
    }
  });

  it('cite rules that exist, and sections to read on in', () => {
    const ids = ruleIds(game);
    const sections = new Set(book.chapters.flatMap((one) => one.sections.map((sec) => sec.id)));
    for (const lesson of lessons) {
      for (const id of lesson.rules) expect(ids).toContain(id);
      if (lesson.more !== undefined) expect(sections).toContain(lesson.more);
    }
  });
}
