// What of the page no longer compiles when a schema calls a field otherwise: node renamed-fields.mjs < QUESTIONS
// A question is a line {"types": TEXT, "files": [FILE]}: the types made from the schemas (message-types.mjs), in place of
// src/engine/schema.d.ts, and the files to compile with them. An answer is a line with the first error of each file, or null.
// A file of Svelte is as much of it as its script says. For tests/renamed_fields_test.py.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const web = dirname(fileURLToPath(import.meta.url));
const types = join(web, 'src/engine/schema.d.ts');
const { config } = ts.readConfigFile(join(web, 'tsconfig.json'), ts.sys.readFile);
const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, web);

let made = '';
let version = 0;
const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [
    ...new Set([...fileNames.filter((name) => /\/src\//.test(name)), types]),
  ],
  getScriptVersion: (name) => (name === types ? String(version) : '0'),
  getScriptSnapshot: (name) =>
    name === types
      ? ts.ScriptSnapshot.fromString(made)
      : ts.sys.fileExists(name)
        ? ts.ScriptSnapshot.fromString(readFileSync(name, 'utf8'))
        : undefined,
  getCurrentDirectory: () => web,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (name) => name === types || ts.sys.fileExists(name),
  readFile: ts.sys.readFile,
  readDirectory: ts.sys.readDirectory,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
});

function firstError(file) {
  const [first] = service.getSemanticDiagnostics(join(web, file));
  return first ? ts.flattenDiagnosticMessageText(first.messageText, ' ').slice(0, 200) : null;
}

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  made = question.types;
  version += 1;
  console.log(JSON.stringify(question.files.map(firstError)));
}
