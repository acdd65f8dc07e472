// The deal of the day: everybody who plays a game on the same calendar day gets the same deal.

// The day where the player is, as in "2026-11-16".
export function today(now = new Date()): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

// The seed of a game's deal on a day: FNV-1a, 64 bits, over the UTF-8 bytes of "GAME DAY", the
// day as above, cut to its upper 53 bits so that it is exact as a number everywhere.
export function seedOfDay(game: string, day: string): number {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(`${game} ${day}`)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return Number(hash >> 11n);
}
