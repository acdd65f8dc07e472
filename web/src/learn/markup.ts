// The words of the book carry a little markup:
//   - item                 lines of a list       | a | b |   rows of a table, the first its head
//   > example              >[plan] example    the same with the picture called plan
//   ---                    what follows is details, folded away
//   Anything else is a paragraph.
//   **strong**  `notation`  [[#section]] a link, said with that section's title
//   [[i-eye]] a symbol with its name for those who cannot see it; [[i-eye|]] one whose name follows anyway
export type Inline =
  | { kind: 'text' | 'strong' | 'code'; text: string }
  | { kind: 'icon'; id: string; named: boolean }
  | { kind: 'link'; section: string };

export type Block =
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'example'; inlines: Inline[]; picture: string | undefined }
  | { kind: 'details'; blocks: Block[] }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

const TOKEN = /\[\[#([a-z0-9-]+)\]\]|\[\[([a-z0-9-]+)(\|?)\]\]|\*\*([^*]+)\*\*|`([^`]+)`/g;

export function parseInline(text: string): Inline[] {
  const found: Inline[] = [];
  let at = 0;
  for (const token of text.matchAll(TOKEN)) {
    if (token.index > at) found.push({ kind: 'text', text: text.slice(at, token.index) });
    const [whole, section, icon, bar, strong, code] = token;
    if (section !== undefined) found.push({ kind: 'link', section });
    else if (icon !== undefined) found.push({ kind: 'icon', id: icon, named: bar === '' });
    else if (strong !== undefined) found.push({ kind: 'strong', text: strong });
    else if (code !== undefined) found.push({ kind: 'code', text: code });
    at = token.index + whole.length;
  }
  if (at < text.length) found.push({ kind: 'text', text: text.slice(at) });
  return found;
}

// Inside a token a bar is no edge of a cell.
const cells = (line: string) =>
  line
    .replace(/\|\]\]/g, '\u0001')
    .split('|')
    .slice(1, -1)
    .map((cell) => parseInline(cell.replace(/\u0001/g, '|]]').trim()));

const EXAMPLE = /^>(?:\[([a-z-]+)\])? (.*)$/;

export function parseBlocks(text: string): Block[] {
  const all: Block[] = [];
  let blocks = all;
  for (const line of text.split('\n')) {
    const example = EXAMPLE.exec(line);
    const last = blocks.at(-1);
    if (line.startsWith('- ')) {
      const item = parseInline(line.slice(2));
      if (last?.kind === 'list') last.items.push(item);
      else blocks.push({ kind: 'list', items: [item] });
    } else if (line.startsWith('|')) {
      if (last?.kind === 'table') last.rows.push(cells(line));
      else blocks.push({ kind: 'table', head: cells(line), rows: [] });
    } else if (example) {
      blocks.push({ kind: 'example', inlines: parseInline(example[2]!), picture: example[1] });
    } else if (line === '---') {
      blocks = [];
      all.push({ kind: 'details', blocks });
    } else if (line !== '') {
      blocks.push({ kind: 'paragraph', inlines: parseInline(line) });
    }
  }
  return all;
}

// As it is heard, and searched.
export function plain(text: string, iconName: (id: string) => string): string {
  return text
    .split('\n')
    .filter((line) => line !== '---')
    .map((line) =>
      parseInline(line.replace(/^(- |>(\[[a-z-]+\])? )/, ''))
        .map((one) => {
          if (one.kind === 'icon') return one.named ? iconName(one.id) : '';
          return one.kind === 'link' ? '' : one.text;
        })
        .join(''),
    )
    .join('\n');
}
