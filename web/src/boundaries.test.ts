// The boundaries are as README.md tells them, and what crosses one is refused.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { expect, it } from 'vitest';

const web = join(import.meta.dirname, '..');
const { modules } = (await import(/* @vite-ignore */ join(web, 'boundaries.js'))) as {
  modules: Record<string, { uses: string[]; why: string }>;
};

it('are told in README.md', () => {
  const rows = readFileSync(join(web, 'README.md'), 'utf8').matchAll(
    /^\| `([\w./]+)` +\| [^|]+ \| ([^|]+?) +\|$/gm,
  );
  const told = Array.from(rows, ([, name, uses]) => [name, uses]).filter(
    ([name]) => modules[name!] !== undefined,
  );
  expect(told).toEqual(
    Object.entries(modules).map(([name, { uses }]) => [name, uses.join(', ') || 'nothing']),
  );
});

it('let a module use only what stands above it', () => {
  const above: string[] = [];
  for (const [name, { uses }] of Object.entries(modules)) {
    expect(above).toEqual(expect.arrayContaining(uses));
    above.push(name);
  }
});

async function refused(file: string, line: string): Promise<(string | null)[]> {
  const code = file.endsWith('.svelte') ? `<script lang="ts">\n${line}\n</script>` : line;
  const eslint = new ESLint({ cwd: web });
  const [result] = await eslint.lintText(code, { filePath: join(web, file) });
  return result!.messages.map((one) => one.ruleId);
}

it.each([
  ['table/planted.ts', "import type { BoardProps } from '../boards/types';"],
  ['boards/common/planted.ts', "import type { Ask } from '../../shell/table/ask';"],
  ['boards/solenia/Planted.svelte', "import type { Ask } from '../../shell/table/ask';"],
  ['boards/solenia/Planted.svelte', "import { pace } from '../circadians/pace';"],
  ['shell/Planted.svelte', "const board = () => import('../boards/generic/Board.svelte');"],
  ['shell/planted.ts', "const all = import.meta.glob('../boards/*/Board.svelte');"],
])('refuse in %s: %s', async (file, line) => {
  expect(await refused(`src/${file}`, line)).toEqual([
    line.includes('glob') ? 'no-restricted-syntax' : 'import-x/no-restricted-paths',
  ]);
});

// What a message holds, the schemas say.
it.each([
  ['src/boards/solenia/planted.ts', 'const a = view as unknown as SoleniaView;'],
  ['src/boards/solenia/Planted.svelte', 'const a = view as unknown as SoleniaView;'],
  ['src/shell/planted.ts', 'const a = view as unknown as { round: number };'],
  ['src/table/planted.test.ts', 'const a = view as unknown as { round: number };'],
  ['e2e/planted.ts', 'const a = answer as unknown as { moves: string[] };'],
])('refuse a message that is written by hand in %s: %s', async (file, line) => {
  expect(await refused(file, line)).toEqual(['no-restricted-syntax']);
});
