// Which files an engine needs: the module of its game, the packs, the words of a language, and, once
// a bot or a hint wants it, the network. All of them are assets of the page with hashed names.
const modules = import.meta.glob('../../../build-wasm/*.wasm', {
  query: '?url',
  import: 'default',
  eager: true,
}) as Record<string, string>;
const packs = import.meta.glob(['../../../data/*/*.json', '!../../../data/lang/*.json'], {
  query: '?url',
  import: 'default',
  eager: true,
}) as Record<string, string>;
const networks = import.meta.glob('../../../data/*/*.network', {
  query: '?url',
  import: 'default',
  eager: true,
}) as Record<string, string>;
// Those of the engine itself and of the games; files with a hyphen in their name are for the page.
const words = import.meta.glob(
  ['../../../data/lang/*/*.json', '!../../../data/lang/*/{page,server,*-*}.json'],
  {
    query: '?url',
    import: 'default',
    eager: true,
  },
) as Record<string, string>;

interface DataFile {
  name: string; // below data/
  url: string;
}

const absolute = (url: string) => new URL(url, self.location.href).href;

function under(files: Record<string, string>, prefix: string): DataFile[] {
  return Object.entries(files)
    .map(([path, url]) => ({ name: path.replace('../../../data/', ''), url: absolute(url) }))
    .filter((file) => file.name.startsWith(prefix));
}

export function wasmUrl(game: string): string {
  const url = modules[`../../../build-wasm/${game}.wasm`];
  if (url === undefined) throw new Error(`there is no engine for ${game}`);
  return absolute(url);
}

export function engineFiles(game: string, lang: string): DataFile[] {
  const spoken = ['shell', game].map((file) => `lang/${lang}/${file}.json`);
  return [
    ...under(packs, `${game}/`),
    ...under(words, `lang/${lang}/`).filter((file) => spoken.includes(file.name)),
  ];
}

export function networkFile(game: string): DataFile | undefined {
  return under(networks, `${game}/`)[0];
}
