// Somebody who plays Circadians by what is lit on the screen: with a mouse, a finger or the keyboard.
import type { Page } from 'playwright-core';
import { Luck } from './player.ts';

interface Spot {
  name: string;
  x: number;
  y: number;
}
interface Seen {
  kind: 'over' | 'curtain' | 'recap' | 'confirm' | 'lit';
  spots: Spot[];
  planning: boolean;
}

// What can be pressed now; waits until there is something.
async function look(page: Page): Promise<Seen> {
  const found = await page.waitForFunction(
    () => {
      // Only what is not covered by something else.
      const spots = (selector: string) =>
        [...document.querySelectorAll<HTMLElement>(selector)].flatMap((one) => {
          const box = one.getBoundingClientRect();
          if (box.width === 0) return [];
          const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
          const hit = document.elementFromPoint(x, y);
          const data = Object.entries(one.dataset).find(([name, value]) => name !== 'lit' && value);
          return hit && one.contains(hit) ? [{ name: (data ?? ['?']).join(' '), x, y }] : [];
        });
      const planning = document.querySelector('.circadians .tray') !== null;
      if (document.querySelector('[role="dialog"] #score-title'))
        return { kind: 'over', spots: [], planning };
      const curtain = spots('main.curtain button:not([disabled])');
      if (curtain.length > 0) return { kind: 'curtain', spots: curtain, planning };
      // What is lit while the table is at work may be gone in a moment.
      if (document.querySelector('main.table-page[data-busy]')) return null;
      const recap = spots('.recap button').slice(-1);
      if (recap.length > 0) return { kind: 'recap', spots: recap, planning };
      if (!document.querySelector('.prompt.active')) return null;
      const go = spots('.prompt .go:not([disabled])');
      if (go.length > 0) return { kind: 'confirm', spots: go, planning };
      const lit = spots('.circadians [data-lit], [data-tab][aria-selected="false"]:has(u:not(.q))');
      return lit.length > 0 ? { kind: 'lit', spots: lit, planning } : null;
    },
    undefined,
    { polling: 30 },
  );
  return (await found.jsonValue()) as Seen;
}

// All that answers a wish.
const trace = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const lit = [...document.querySelectorAll('.circadians [data-lit], [aria-pressed="true"]')];
    const said = [
      ...document.querySelectorAll<HTMLElement>('.prompt, .curtain, #score-title, .recap'),
    ];
    const tab = document.querySelector('[role="tab"][aria-selected="true"]')?.textContent ?? '';
    return [
      tab,
      ...said.map((one) => one.innerText),
      ...lit.map((one) => one.getAttribute('aria-label') ?? one.textContent),
      ...[...document.querySelectorAll('[data-bank]')].map((one) => one.textContent),
    ].join('\n');
  });

export class Crew {
  steps = 0;
  pressed = new Set<string>(); // what sort of thing was pressed
  constructor(
    readonly page: Page,
    private readonly by: 'mouse' | 'touch' | 'keys' = 'mouse',
    private readonly luck = new Luck(),
  ) {}

  // One thing that is asked for; whether the game goes on.
  async step(): Promise<boolean> {
    this.steps++;
    const pick = this.luck.below(720_720);
    // What is looked at may move away before it is pressed: then once more.
    for (let tries = 0; tries < 5; tries++) {
      const seen = await look(this.page);
      if (seen.kind === 'over') return false;
      const before = await trace(this.page);
      const spot = seen.spots[pick % seen.spots.length]!;
      this.pressed.add(seen.kind === 'lit' ? spot.name.split(' ')[0]! : seen.kind);
      await this.press(seen, spot);
      if (await this.answers(before)) return true;
      console.log(`nothing came of pressing ${seen.kind} ${spot.name}`);
    }
    throw new Error('the page does not answer');
  }

  private async press(seen: Seen, spot: Spot): Promise<void> {
    if (this.by === 'keys') await this.key(seen, spot);
    else if (this.by === 'touch') await this.page.touchscreen.tap(spot.x, spot.y);
    else await this.page.mouse.click(spot.x, spot.y);
  }

  private async answers(before: string): Promise<boolean> {
    for (const end = Date.now() + 4_000; Date.now() < end; await this.page.waitForTimeout(20))
      if ((await trace(this.page)) !== before) return true;
    return false;
  }

  private async key(seen: Seen, spot: Spot): Promise<void> {
    const { keyboard } = this.page;
    if (seen.kind === 'confirm') return keyboard.press('Space');
    if (seen.kind !== 'lit') return keyboard.press('Enter');
    const [what, n] = spot.name.split(' ');
    if (seen.planning)
      return keyboard.press(
        what === 'garage'
          ? 'qwert'[Number(n) - 1]!
          : what === 'farm'
            ? 'asdfghj'[Number(n) - 1]!
            : 'c',
      );
    for (let i = this.luck.below(6); i >= 0; i--) await keyboard.press('t');
    return keyboard.press('Enter');
  }

  // To the end of the game.
  async finish(most = 1500): Promise<void> {
    while (await this.step()) {
      if (this.steps > most) throw new Error('the game does not end');
    }
  }
}
