// What a link to a table brings besides its name: a seat's secret, or the invitation to a private
// table. Both stand behind #, which no browser sends anywhere, and leave the address at once.
const isSecret = (text: string | null): text is string => /^[0-9a-f]{32}$/.test(text ?? '');

const KEY = 'tidelock.invites';

// By table, for as long as this tab is open.
class Invites {
  private known = new Map<string, string>();

  get(table: string): string | undefined {
    return this.known.get(table) ?? this.stored()[table];
  }
  set(table: string, invite: string): void {
    this.known.set(table, invite);
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ ...this.stored(), [table]: invite }));
    } catch {
      // It holds until the page is loaded anew.
    }
  }
  private stored(): Record<string, string> {
    try {
      return (JSON.parse(sessionStorage.getItem(KEY) ?? '{}') ?? {}) as Record<string, string>;
    } catch {
      return {};
    }
  }
}
export const invites = new Invites();

// Whether there was anything, and the secret of the seat if that was it.
export function takeFromAddress(
  table: string,
  query: URLSearchParams,
): { taken: boolean; seat?: string } {
  const [seat, invite] = [query.get('seat'), query.get('invite')];
  if (isSecret(invite)) invites.set(table, invite);
  return { taken: seat !== null || invite !== null, ...(isSecret(seat) ? { seat } : {}) };
}
