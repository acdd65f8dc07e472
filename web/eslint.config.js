// Holds the boundaries of boundaries.js, and nothing else: formatting is prettier's, types are svelte-check's.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as typescript from '@typescript-eslint/parser';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import * as svelte from 'svelte-eslint-parser';
import { modules } from './boundaries.js';

const SRC = join(import.meta.dirname, 'src');
const ALL = ['testing.ts']; // for tests of every module

// The folder of every game is a module of its own.
const boards = readdirSync(join(SRC, 'boards')).map((name) => `boards/${name}`);
const placesOf = (name) =>
  name === 'boards/NAME' ? boards.filter((board) => modules[board] === undefined) : [name];

const known = new Set(Object.keys(modules).flatMap(placesOf));
for (const { name } of readdirSync(SRC, { withFileTypes: true }).filter((one) =>
  one.isDirectory(),
)) {
  if (name !== 'boards' && !known.has(name))
    throw new Error(`boundaries.js does not name src/${name}`);
}

export default [
  {
    files: ['src/**/*.{ts,svelte}'],
    languageOptions: { parser: typescript, parserOptions: { parser: typescript } },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/parsers': {
        '@typescript-eslint/parser': ['.ts'],
        'svelte-eslint-parser': ['.svelte'],
      },
      'import-x/extensions': ['.ts', '.svelte'],
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.svelte.ts', '.js'] })],
    },
    rules: {
      // What uses each other in a circle can only be understood, and taken out, together.
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-restricted-paths': [
        'error',
        {
          basePath: SRC,
          zones: Object.entries(modules).flatMap(([name, { uses, why }]) =>
            placesOf(name).map((place) => ({
              target: place,
              from: '.',
              except: [place, ...uses, ...ALL],
              message: why,
            })),
          ),
        },
      ],
    },
  },
  { files: ['src/**/*.svelte'], languageOptions: { parser: svelte } },
  {
    files: ['src/**/*.{ts,svelte}'],
    ignores: ['src/boards/index.ts', 'src/boards/*/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='glob'] Literal[value=/boards\\//]",
          message: 'Only boards/index.ts knows which games there are.',
        },
      ],
    },
  },
];
