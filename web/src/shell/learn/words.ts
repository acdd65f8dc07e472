// The words of books and lessons, fetched when somebody wants to learn.
const files = import.meta.glob<string>('../../../../data/lang/*/{rules,tutorial}-*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

export class Words {
  constructor(
    readonly lang: string,
    private readonly prefix: string,
    private readonly entries: Record<string, string>,
  ) {}
  say(key: string): string {
    return this.entries[this.prefix + key] ?? `<${this.prefix}${key}>`;
  }
  has(key: string): boolean {
    return this.entries[this.prefix + key] !== undefined;
  }
}

export async function learnWords(
  kind: 'rules' | 'tutorial',
  game: string,
  lang: string,
): Promise<Words> {
  const url = files[`../../../../data/lang/${lang}/${kind}-${game}.json`];
  if (url === undefined) return new Words(lang, '', {});
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const entries = (await answer.json()) as Record<string, string>;
  return new Words(lang, `${kind}.${game}.`, entries);
}
