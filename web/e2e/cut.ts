// Words and signs that cannot be read: cut off, outside of what carries them, covered, or one on the other.
import type { Page } from 'playwright-core';

export const cutWords = (page: Page, root = 'main.table-page'): Promise<string[]> =>
  page.evaluate((selector) => {
    const ROOM = 1.5; // of a pixel's worth of side bearing and rounding
    const within = document.querySelector(selector)!;
    // What is put over the table on purpose.
    const OVER = '.veil, .sheet, .peek, dialog, [role="dialog"], .tip, .recap, .notice, .coach';
    const CARRIES = 'button, section, li, .panel, .prompt, .rounds, .mark';
    interface Thing {
      element: Element;
      name: string;
      rects: DOMRect[];
    }
    const things: Thing[] = [];
    const shown = (one: Element) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      one.closest('.hidden-text, .log, .fx, .tip') === null &&
      getComputedStyle(one).clipPath !== 'inset(50%)';
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent!.trim();
      const element = node.parentElement!;
      if (text === '' || element.closest('svg') || !shown(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter((one) => one.width > 0 && one.height > 0);
      if (rects.length > 0) things.push({ element, name: text, rects });
    }
    // Of a fan, points and cost are free; the rest comes with pointing at it.
    const fanned = (one: Element) => one.closest('.fan :is(.text, .eff, .head .ic)') !== null;
    for (const sign of within.querySelectorAll('.ic, .die')) {
      if (!shown(sign) || sign.parentElement!.closest('.ic, .die')) continue;
      const name = sign.querySelector('use')?.getAttribute('href') ?? sign.className.toString();
      things.push({ element: sign, name, rects: [sign.getBoundingClientRect()] });
    }
    const found: string[] = [];
    const cut = new Set<Thing>();
    const where = (one: Element) => {
      const part = one.closest('[data-station], [data-contract], [aria-label]');
      const name =
        part?.getAttribute('data-station') ??
        part?.getAttribute('data-contract') ??
        part?.getAttribute('aria-label')?.slice(0, 24);
      return `${name ?? ''}/${one.tagName.toLowerCase()}.${one.classList[0] ?? ''}`;
    };
    const tell = (what: string, thing: Thing, more = '') => {
      cut.add(thing);
      found.push(`${what}: "${thing.name}" in ${where(thing.element)} ${more}`.trim());
    };
    const out = (text: DOMRect, box: DOMRect, slack: number) => {
      // What a line leaves free above and below its letters may go.
      const air = text.height * 0.22;
      return (
        text.left < box.left - slack ||
        text.right > box.right + slack ||
        text.top + air < box.top - slack ||
        text.bottom - air > box.bottom + slack
      );
    };
    const view = new DOMRect(0, 0, innerWidth, innerHeight);
    for (const thing of things) {
      const { element, rects } = thing;
      if (fanned(element)) {
        cut.add(thing);
        continue;
      }
      // A long name of a player ends in dots, and its tip tells all of it.
      if (element.matches('.name b') && thing.name.length > 7) {
        cut.add(thing);
        continue;
      }
      // The second line of a question gives way as a whole.
      const how = element.closest('.how');
      if (how) {
        const words = how.parentElement!.getBoundingClientRect();
        if (rects.every((one) => one.top >= words.bottom - ROOM)) {
          cut.add(thing);
          continue;
        }
      }
      let bad = false;
      let scrolled = false;
      let loose = false; // stands on an edge on purpose
      let carried = false;
      for (let up: Element | null = element; up && up !== within && !bad; up = up.parentElement) {
        const style = getComputedStyle(up);
        if (style.display === 'contents' || style.display === 'inline') continue;
        const box = up.getBoundingClientRect();
        const scrolls = /auto|scroll/.test(style.overflowY);
        if (!scrolls && (style.overflowX !== 'visible' || style.overflowY !== 'visible')) {
          if (rects.some((one) => out(one, box, ROOM))) {
            tell('cut', thing, `by ${where(up)}`);
            bad = true;
          }
        } else if (scrolls) {
          scrolled = true;
          break;
        } else if (!loose && (up.matches('section') || (!carried && up.matches(CARRIES)))) {
          carried = true;
          if (rects.some((one) => out(one, box, 2))) {
            tell('over the edge', thing, `of ${where(up)}`);
            bad = true;
          }
        }
        if (style.position === 'absolute') loose = true;
      }
      if (!bad && !scrolled && rects.some((one) => out(one, view, ROOM))) {
        tell('outside the window', thing);
        continue;
      }
      // Dice that belong together overlap.
      if (bad || scrolled || element.matches('.die')) continue;
      const middle = rects.flatMap((one) =>
        [one.left + 2, one.left + one.width / 2, one.right - 2].map(
          (x) => [x, one.top + one.height / 2] as const,
        ),
      );
      for (const [x, y] of middle) {
        const hit = document.elementFromPoint(x, y);
        if (!hit || hit.contains(element) || element.contains(hit)) continue;
        if (hit.closest('[data-setback]')) continue; // a mark on an emblem
        if (hit.closest(OVER) && !element.closest(OVER)) continue;
        const button = element.closest('button');
        if (button && hit.closest('button') === button) continue;
        tell('covered', thing, `by ${where(hit)}`);
        break;
      }
    }
    // Words on words.
    const texts = things.filter((one) => !one.element.matches('.ic, .die') && !cut.has(one));
    for (const [i, a] of texts.entries()) {
      for (const b of texts.slice(i + 1)) {
        if (Boolean(a.element.closest(OVER)) !== Boolean(b.element.closest(OVER))) continue;
        const meet = a.rects.some((one) =>
          b.rects.some((other) => {
            const w = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const h = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            const low = Math.min(one.height, other.height);
            return w > 2 && h > 0.45 * low;
          }),
        );
        if (meet && !document.querySelector('.veil'))
          found.push(`on each other: "${a.name}" and "${b.name}" in ${where(a.element)}`);
      }
    }
    return found;
  }, root);
