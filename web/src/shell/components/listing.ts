// A pack of any game as groups of entries, for reading.
import { knownOf } from './provenance';
import type { Content } from './paths';

export interface Entry {
  key: string;
  id: string;
  path: (string | number)[];
  entry: unknown;
  facts: [string, unknown][]; // what can be said in a word or two
  rest: Content | undefined; // what cannot
}
export interface Group {
  name: string;
  entries: Entry[];
}

const FOR_PEOPLE = ['format', 'game', 'id', 'note', 'legend', 'tags', 'tag_rule', 'provenance'];
const NOT_SHOWN = ['id', 'name', 'tag', 'tags', 'from'];

const isDict = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): boolean =>
  ['number', 'string', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.length <= 8 && value.every((one) => typeof one !== 'object')) ||
  (isDict(value) &&
    Object.keys(value).length > 0 &&
    Object.values(value).every((one) => typeof one === 'number'));

function entryOf(value: unknown, key: string, path: (string | number)[]): Entry {
  const members = isDict(value)
    ? Object.entries(value).filter(([name]) => !NOT_SHOWN.includes(name))
    : [['value', value] as [string, unknown]];
  const rest = members.filter(([, one]) => !isPlain(one));
  return {
    key,
    id: isDict(value) && typeof value.id === 'string' ? value.id : '',
    path,
    entry: value,
    facts: members.filter(([, one]) => isPlain(one)),
    rest: rest.length > 0 ? Object.fromEntries(rest) : undefined,
  };
}

export function groupsOf(content: Content): Group[] {
  return Object.entries(content)
    .filter(([name]) => !FOR_PEOPLE.includes(name))
    .map(([name, value]) => {
      if (Array.isArray(value)) {
        return {
          name,
          entries: value.map((one, at) => entryOf(one, `${at + 1}`, [name, at])),
        };
      }
      // An entry of its own, or several by name.
      if (isDict(value) && knownOf(value).length === 0 && Object.values(value).every(isDict)) {
        return {
          name,
          entries: Object.entries(value).map(([key, one]) => entryOf(one, key, [name, key])),
        };
      }
      return { name, entries: [entryOf(value, name, [name])] };
    });
}
