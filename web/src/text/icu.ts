// The reader of messages: the same subset of ICU MessageFormat, and as strict, as src/core/text.h,
// which describes it. data/lang/cases.json holds the cases both pass.

export type Args = Record<string, string | number>;

interface Form {
  selector: string; // "few", "female", "=2"
  exact?: number; // 2 for "=2"
  message: Message;
}
type Part =
  | { kind: 'text'; text: string }
  | { kind: 'number' }
  | { kind: 'value'; name: string }
  | { kind: 'plural' | 'select'; name: string; forms: Form[] };
type Message = Part[];

const MAX_DEPTH = 12;
const MAX_REFERENCES = 4;
// Entries that name one another many times each would grow without measure.
const MAX_LENGTH = 1 << 18;
const MAX_PARTS = 20_000;
const MAX_DIGITS = 15;
const PLURAL_WORDS = ['zero', 'one', 'two', 'few', 'many', 'other'];

export class MessageError extends Error {}

const isSpace = (c: string) => c === ' ' || (c >= '\t' && c <= '\r' && c.length === 1);
const isDigit = (c: string) => c.length === 1 && c >= '0' && c <= '9';
const isWord = (c: string) => c.length === 1 && /[A-Za-z0-9_]/.test(c);

class Reader {
  private at = 0;

  constructor(private readonly source: string) {}

  read(): Message {
    return this.message(0, false);
  }

  // '' stands for the end.
  private peek(): string {
    return this.source.charAt(this.at);
  }

  private fail(sentence: string, at: number): never {
    const character = [...this.source.slice(0, at)].length + 1;
    throw new MessageError(`${sentence} at character ${character}`);
  }

  private expected(what: string): never {
    const point = this.source.codePointAt(this.at);
    const found = point === undefined ? 'the end' : `'${String.fromCodePoint(point)}'`;
    this.fail(`expected ${what}, found ${found}`, this.at);
  }

  private skipSpaces(): void {
    while (isSpace(this.peek())) ++this.at;
  }

  private word(): string {
    const begin = this.at;
    while (isWord(this.peek())) ++this.at;
    return this.source.slice(begin, this.at);
  }

  // Up to the end, or up to the } that closes the form this message is (depth > 0).
  private message(depth: number, inPlural: boolean): Message {
    const parts: Message = [];
    let text = '';
    const flush = () => {
      if (text !== '') parts.push({ kind: 'text', text });
      text = '';
    };
    while (this.at < this.source.length) {
      const c = this.peek();
      if (c === "'") {
        text += this.apostrophe(inPlural);
      } else if (c === '#' && inPlural) {
        flush();
        parts.push({ kind: 'number' });
        ++this.at;
      } else if (c === '{') {
        flush();
        parts.push(this.argument(depth));
      } else if (c === '}') {
        if (depth === 0) {
          this.fail("expected no } without its { (in apostrophes, '}', it is a brace)", this.at);
        }
        break;
      } else {
        text += c;
        ++this.at;
      }
    }
    flush();
    return parts;
  }

  private apostrophe(inPlural: boolean): string {
    ++this.at;
    const c = this.peek();
    if (c === "'") {
      ++this.at;
      return "'";
    }
    if (c !== '{' && c !== '}' && !(c === '#' && inPlural)) return "'";
    // As in ICU, a quotation that is never closed reaches to the end.
    let text = '';
    while (this.at < this.source.length) {
      if (this.peek() === "'") {
        ++this.at;
        if (this.peek() !== "'") return text;
      }
      text += this.peek();
      ++this.at;
    }
    return text;
  }

  private argument(depth: number): Part {
    ++this.at;
    this.skipSpaces();
    if (isDigit(this.peek())) this.expected('a name that begins with a letter');
    const name = this.word();
    if (name === '') this.expected('the name of a value');
    this.skipSpaces();
    if (this.peek() === '}') {
      ++this.at;
      return { kind: 'value', name };
    }
    if (this.peek() !== ',') this.expected(`'}' or ',' behind the name ${name}`);
    ++this.at;
    this.skipSpaces();
    const wordAt = this.at;
    const kind = this.word();
    if (kind !== 'plural' && kind !== 'select') {
      this.at = wordAt;
      this.expected("'plural' or 'select'");
    }
    this.skipSpaces();
    if (this.peek() !== ',') this.expected(`',' behind '${kind}'`);
    ++this.at;
    return { kind, name, forms: this.forms(kind === 'plural', depth) };
  }

  // The forms and the } behind them.
  private forms(plural: boolean, depth: number): Form[] {
    if (depth >= MAX_DEPTH) this.fail(`expected forms nested at most ${MAX_DEPTH} deep`, this.at);
    const forms: Form[] = [];
    for (;;) {
      this.skipSpaces();
      if (this.peek() === '}') {
        if (!forms.some((form) => form.selector === 'other')) this.expected("a form 'other'");
        ++this.at;
        return forms;
      }
      const selectorAt = this.at;
      const { selector, exact } = this.selector(plural);
      if (forms.some((form) => form.selector === selector)) {
        this.fail(`expected each form once, found '${selector}' again`, selectorAt);
      }
      this.skipSpaces();
      if (this.peek() !== '{') this.expected(`'{' behind '${selector}'`);
      ++this.at;
      const message = this.message(depth + 1, plural);
      if (this.peek() !== '}') this.expected(`'}' behind the form '${selector}'`);
      ++this.at;
      forms.push({ selector, exact, message });
    }
  }

  private selector(plural: boolean): { selector: string; exact?: number } {
    const begin = this.at;
    if (plural && this.peek() === '=') {
      ++this.at;
      const negative = this.peek() === '-';
      if (negative) ++this.at;
      const digitsAt = this.at;
      while (isDigit(this.peek()) && this.at - digitsAt < MAX_DIGITS) ++this.at;
      if (this.at === digitsAt || isDigit(this.peek())) {
        this.at = digitsAt;
        this.expected("a whole number of at most 15 digits behind '='");
      }
      if (isWord(this.peek()) || this.peek() === '.') {
        this.at = begin;
        this.expected("a whole number behind '='");
      }
      const number = Number(this.source.slice(digitsAt, this.at));
      const exact = negative && number !== 0 ? -number : number;
      return { selector: `=${exact}`, exact };
    }
    const selector = this.word();
    if (plural ? !PLURAL_WORDS.includes(selector) : selector === '') {
      this.at = begin;
      this.expected(
        plural
          ? "'=' and a number, or zero, one, two, few, many or other"
          : "the word of a form, or '}'",
      );
    }
    return { selector };
  }
}

export function parseMessage(source: string): Message {
  return new Reader(source).read();
}

// CLDR's cardinal categories of our languages for whole numbers; the sign plays no part.
function pluralOf(lang: string, number: number): string {
  const n = Math.abs(number);
  if (lang === 'zh-Hant') return 'other';
  if (n === 1) return 'one';
  if (lang !== 'pl') return 'other';
  if (!Number.isInteger(n)) return 'other';
  const teen = n % 100 >= 12 && n % 100 <= 14;
  return n % 10 >= 2 && n % 10 <= 4 && !teen ? 'few' : 'many';
}

// The order of the names in a value made by named() of src/core/text.h.
const NAMED_ORDER = ['en', 'pl', 'de', 'zh-Hant'];

// The sentences of one language. Entries are read when they are first said.
export class Catalogue {
  private readonly parsed = new Map<string, Message>();

  constructor(
    readonly lang: string,
    private readonly messages: ReadonlyMap<string, string>,
  ) {}

  has(key: string): boolean {
    return this.messages.has(key);
  }

  // Never fails: a missing entry is said as "<key>", a missing value as "{name}".
  say(key: string, args: Args = {}): string {
    return new Speaker(this, args).entry(key, 0);
  }

  message(key: string): Message | undefined {
    let message = this.parsed.get(key);
    if (message) return message;
    const source = this.messages.get(key);
    if (source === undefined) return undefined;
    message = parseMessage(source);
    this.parsed.set(key, message);
    return message;
  }
}

class Speaker {
  private length = 0;
  private parts = 0;

  constructor(
    private readonly catalogue: Catalogue,
    private readonly args: Args,
  ) {}

  entry(key: string, references: number): string {
    const message = references > MAX_REFERENCES ? undefined : this.catalogue.message(key);
    return message ? this.say(message, undefined, references) : `<${key}>`;
  }

  // `counted` is what # stands for.
  private say(message: Message, counted: string | number | undefined, references: number): string {
    let out = '';
    for (const part of message) {
      if (++this.parts > MAX_PARTS || this.length > MAX_LENGTH) break;
      const said = this.part(part, counted, references);
      this.length += part.kind === 'text' || part.kind === 'value' ? said.length : 0;
      out += said;
    }
    return out;
  }

  private part(part: Part, counted: string | number | undefined, references: number): string {
    if (part.kind === 'text') return part.text;
    if (part.kind === 'number') return counted === undefined ? '' : this.value(counted, references);
    const arg = Object.hasOwn(this.args, part.name) ? this.args[part.name] : undefined;
    if (arg === undefined) return `{${part.name}}`;
    if (part.kind === 'value') return this.value(arg, references);
    const form = this.choose(part.kind, part.forms, arg);
    return this.say(form.message, part.kind === 'plural' ? arg : undefined, references);
  }

  private value(value: string | number, references: number): string {
    if (typeof value === 'number') return String(value);
    if (value.startsWith('@@')) return value.slice(1);
    if (value.startsWith('@\x1f')) {
      return value.slice(2).split('\x1f')[NAMED_ORDER.indexOf(this.catalogue.lang)] ?? '';
    }
    if (value.startsWith('@')) return this.entry(value.slice(1), references + 1);
    return value;
  }

  private choose(kind: 'plural' | 'select', forms: Form[], arg: string | number): Form {
    let word = 'other';
    if (kind === 'select') {
      word = String(arg);
    } else if (typeof arg === 'number') {
      const exact = forms.find((form) => form.exact === arg);
      if (exact) return exact;
      word = pluralOf(this.catalogue.lang, arg);
    }
    return (
      forms.find((form) => form.selector === word) ??
      forms.find((form) => form.selector === 'other')!
    );
  }
}

// Text from outside (a player's name) as a value that cannot name an entry.
export const literal = (text: string) => (text.startsWith('@') ? `@${text}` : text);
