// TypeScript types of all messages, from the JSON Schemas: node message-types.mjs SCHEMAS OUT
// NAME.json becomes the type Name and its definition `part` NamePart. A game's own NAME-view.json is NameView, and
// GameView, which other schemas call game-view.json, is the view of any game. Written here and not by
// json-schema-to-typescript, because that drops if/then/else and what stands beside a $ref, of which these schemas are made.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const [folder, out] = process.argv.slice(2);
const files = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => [name, JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))]),
);

const pascal = (name) => name.replace(/(?:^|[-_])([a-z0-9])/g, (_, letter) => letter.toUpperCase());
// `Record` is TypeScript's own.
const nameOf = (file, part = '') =>
  pascal(file.replace(/\.json$/, '')).replace(/^Record$/, 'GameRecord') + pascal(part);
function nameOfRef(ref, file) {
  const [other, place] = ref.split('#');
  const part = (place ?? '').replace('/$defs/', '');
  const name = nameOf(other || file, part === '' ? '' : part);
  if (!other?.startsWith('game-') && !known(other || file, part)) throw Error(`${file}: ${ref}?`);
  return name;
}
const known = (file, part) => files.get(file) && (part === '' || files.get(file).$defs?.[part]);

// What says something about a type and not only about its values.
const SHAPE =
  /^(\$ref|type|const|enum|properties|patternProperties|additionalProperties|items|prefixItems|oneOf|anyOf|allOf|if|required)$/;
const isOpen = (schema) =>
  schema === true || (schema !== false && !Object.keys(schema).some((key) => SHAPE.test(key)));

// Two descriptions of one value as one; where both say the same of it, the later one counts. Of a member that is a type of
// its own in either, it is the later one, if it says anything.
function merge(a, b) {
  if (b === undefined) return a;
  const properties = { ...a.properties };
  for (const [name, value] of Object.entries(b.properties ?? {})) {
    const before = properties[name];
    const [is, says] = [before, value].map((one) => typeof one === 'object' && !one.$ref);
    if (is && says) properties[name] = merge(before, value);
    else if (before === undefined || !isOpen(value)) properties[name] = value;
  }
  const required = [...new Set([...(a.required ?? []), ...(b.required ?? [])])];
  const both = { ...a, ...b };
  if (Object.keys(properties).length) both.properties = properties;
  if (required.length) both.required = required;
  return both;
}

// Where a condition on members is not met: their words but for those of the condition, and none that has to be there for it.
function without(base, condition) {
  const properties = { ...base.properties };
  for (const name of condition.required ?? [])
    if (!condition.properties && name in properties) properties[name] = false;
  for (const [name, { const: value }] of Object.entries(condition.properties ?? {}))
    if (value !== undefined && properties[name]?.enum)
      properties[name] = {
        ...properties[name],
        enum: properties[name].enum.filter((one) => one !== value),
      };
  return { ...base, ...(base.properties && { properties }) };
}

const union = (types) => {
  const all = [...new Set(types)].filter((type) => type !== 'never');
  if (all.includes('unknown')) return 'unknown';
  return all.length === 0 ? 'never' : all.length === 1 ? all[0] : all.join(' | ');
};
const among = (type) => (/ \| /.test(type) && !/^[({]/.test(type) ? `(${type})` : type);
// Of several objects: those members that others have may be asked for, and are not there.
const choice = (types) => {
  const text = union(types);
  return types.filter((type) => /^[A-Z{]/.test(type)).length > 1 ? `OneOf<${text}>` : text;
};

function typeOf(schema, file) {
  if (schema === false) return 'never';
  if (schema === true) return 'unknown';
  if (schema.if !== undefined) {
    const { if: condition, then, else: otherwise, ...base } = schema;
    const yes = then && '$ref' in then ? then : merge(condition, then);
    return choice([
      typeOf(merge(base, yes), file),
      typeOf(merge(without(base, condition), otherwise), file),
    ]);
  }
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const parts = [];
  if (schema.$ref) {
    const name = nameOfRef(schema.$ref, file);
    const more = (schema.required ?? []).filter((key) => !(key in (schema.properties ?? {})));
    parts.push(name);
    if (more.length)
      parts.push(`Required<Pick<${name}, ${more.map((key) => JSON.stringify(key)).join(' | ')}>>`);
    if (schema.properties) parts.push(objectOf(schema, file));
    return parts.join(' & ');
  }
  // Which of the members that may be missing go together is not told.
  for (const one of schema.allOf ?? []) if (!('if' in one)) parts.push(typeOf(one, file));
  for (const list of [schema.oneOf, schema.anyOf])
    if (list) parts.push(choice(list.map((one) => typeOf(one, file))));
  const kinds = [
    schema.type ?? (schema.properties || schema.patternProperties ? 'object' : []),
  ].flat();
  if (kinds.length) parts.push(union(kinds.map((kind) => ofKind(kind, schema, file))));
  const said = parts.filter((part) => part !== 'unknown');
  return said.length === 0
    ? 'unknown'
    : said.map((part) => (said.length > 1 ? among(part) : part)).join(' & ');
}

function ofKind(kind, schema, file) {
  switch (kind) {
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      if (!schema.prefixItems) {
        const item = schema.items === undefined ? 'unknown' : typeOf(schema.items, file);
        const pair = schema.minItems === 2 && schema.maxItems === 2 && schema.items?.$ref;
        return pair ? `[${item}, ${item}]` : `${/^\w+$/.test(item) ? item : `(${item})`}[]`;
      }
      return `[${schema.prefixItems
        .map((one) => {
          // What all of them are, and this one besides.
          const items = schema.allOf?.find((part) => part.items)?.items;
          if (items?.$ref) return [items, one].map((part) => among(typeOf(part, file))).join(' & ');
          return typeOf(items ? merge(items, one) : one, file);
        })
        .join(', ')}]`;
    case 'object':
      return objectOf(schema, file);
    default:
      return kind; // string, boolean, null
  }
}

function objectOf(schema, file) {
  const lines = [];
  const required = new Set(schema.required);
  const member = (name, value) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    if (value === false) return lines.push(`${key}?: undefined;`);
    if (value.description) lines.push(`/** ${value.description} */`);
    lines.push(`${key}${required.has(name) ? '' : '?'}: ${typeOf(value, file)};`);
  };
  for (const [name, value] of Object.entries(schema.properties ?? {})) member(name, value);
  const others = [];
  for (const [pattern, value] of Object.entries(schema.patternProperties ?? {})) {
    const names = /^\^\(?([a-z0-9_|-]+)\)?\$$/.exec(pattern)?.[1];
    if (names) names.split('|').forEach((name) => member(name, value));
    else others.push(typeOf(value, file));
  }
  const more = schema.additionalProperties;
  if (typeof more === 'object') others.push(typeOf(more, file));
  if (others.length)
    lines.push(`[key: string]: ${union(lines.length ? [...others, 'unknown'] : others)};`);
  if (lines.length === 0)
    return more === false ? '{ [key: string]: never }' : '{ [key: string]: unknown }';
  return `{\n${lines.join('\n')}\n}`;
}

const text = [
  '// Made from docs/schema by web/message-types.mjs.',
  '',
  '// One of several objects: members that only others have may be asked for, and are not there.',
  'type Keys<T> = T extends readonly unknown[] ? never : T extends object ? keyof T : never;',
  'export type OneOf<T, K extends PropertyKey = Keys<T>> = T extends readonly unknown[]',
  '  ? T',
  '  : T extends object',
  '    ? T & { [P in Exclude<K, keyof T>]?: undefined }',
  '    : T;',
];
function write(name, schema, file) {
  if (schema.description ?? schema.title) text.push(`/** ${schema.description ?? schema.title} */`);
  text.push(`export type ${name} = ${typeOf(schema, file)};`, '');
}
for (const [file, schema] of files) {
  if (!isOpen(schema)) write(nameOf(file), schema, file);
  for (const [part, one] of Object.entries(schema.$defs ?? {}))
    write(nameOf(file, part), one, file);
}

// What any game may send or take, of those that say so.
for (const [name, part, own] of [
  ...['event', 'move', 'options', 'pack', 'refusal', 'scores', 'state', 'view'].map((part) => [
    nameOf('game', part),
    part,
    '',
  ]),
  ['GameOptionsAll', 'options', 'All'],
  ['GameRefusalCode', 'refusal', 'Code'],
]) {
  const games = [...files.keys()].filter((file) => file.endsWith(`-${part}.json`));
  text.push(`export type ${name} = OneOf<${games.map((file) => nameOf(file) + own).join(' | ')}>;`);
}

// Each verb with its request and its answer.
function writeVerbs(name, file, answers) {
  const { oneOf, $defs } = files.get(file);
  const verbs = oneOf
    .map(({ $ref }) => $ref.replace('#/$defs/', ''))
    .map((part) => [$defs[part].properties?.do.const ?? part, part]);
  text.push(
    `export interface ${name}Requests {`,
    ...verbs.map(([verb, part]) => `${verb}: ${nameOf(file, part)};`),
    '}',
  );
  text.push(
    `export interface ${name}Answers {`,
    ...verbs.map(([verb]) => `${verb}: ${answers(verb)};`),
    '}',
  );
}
writeVerbs('', 'message.json', (verb) => nameOf('answer.json', verb));
// A server answers with news where nothing else is said.
writeVerbs('Server', 'server.json', (verb) => {
  if (files.get('server.json').$defs[`${verb}Answer`])
    return nameOf('server.json', `${verb}Answer`);
  return ['why', 'preview'].includes(verb) ? nameOf('answer.json', verb) : 'ServerNews';
});
writeFileSync(out, `${text.join('\n')}\n`);
