// Holds the boundaries of boundaries.js, and keeps the types of messages those of the schemas. Nothing else: formatting is
// prettier's, types are svelte-check's.
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

// What a message holds, the schemas say (src/engine/schema.d.ts). A cast through `unknown` would hide that one says otherwise.
const UNKNOWN = 'TSAsExpression > TSAsExpression[typeAnnotation.type=TSUnknownKeyword]';
const throughUnknown = {
  selector: UNKNOWN,
  message: 'The types of messages are made from docs/schema: import them.',
};
// Tests make parts of messages, but never write down what one is.
const writtenByHand = {
  selector: `TSAsExpression:has(> TSTypeLiteral) > ${UNKNOWN.split(' > ')[1]}:not([expression.name=window])`,
  message: throughUnknown.message,
};
const namesGames = {
  selector: "CallExpression[callee.property.name='glob'] Literal[value=/boards\\//]",
  message: 'Only boards/index.ts knows which games there are.',
};

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
    files: ['{src,e2e}/**/*.ts'],
    languageOptions: { parser: typescript },
    rules: { 'no-restricted-syntax': ['error', writtenByHand] },
  },
  {
    files: ['src/**/*.{ts,svelte}'],
    ignores: ['src/**/*.test.ts', 'src/**/testing.ts', 'src/boards/*/dev/**'],
    rules: { 'no-restricted-syntax': ['error', throughUnknown] },
  },
  {
    files: ['src/**/*.{ts,svelte}'],
    ignores: ['src/**/*.test.ts', 'src/**/testing.ts', 'src/boards/index.ts', 'src/boards/*/**'],
    rules: { 'no-restricted-syntax': ['error', throughUnknown, namesGames] },
  },
];
