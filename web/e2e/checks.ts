// What every page has to pass: axe, and words where words should be.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const LANGUAGES = ['en', 'pl', 'de', 'zh-Hant'];

interface Violation {
  id: string;
  help: string;
  nodes: { target: unknown; failureSummary?: string }[];
}
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = (await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<{ violations: unknown }> } }).axe
      .run()
      .then((result) => result.violations),
  )) as Violation[];
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${String(node.target)} ${node.failureSummary ?? ''}`),
  );
}

// Nothing that should be a text is a key or an unfilled place.
export async function wordsAreThere(page: Page): Promise<void> {
  const shown = await page.evaluate(() => document.body.innerText);
  expect(shown).not.toMatch(
    /\b(?:page|shell|board|components|solenia|circadians|rules|tutorial)\.[a-z0-9-]+\.[a-z]/,
  );
  expect(shown).not.toMatch(/\{\w+(?:, (?:plural|select)|\})/);
  expect(shown).not.toMatch(/undefined|\bNaN\b|\[object/);
}

interface Node {
  name?: { value?: unknown };
  description?: { value?: unknown };
  value?: { value?: unknown };
}
// All that can be got from the page: its text and attributes, and what a screen reader is told.
export async function everything(page: Page): Promise<string> {
  const html = await page.evaluate(() => document.documentElement.outerHTML);
  const client = await page.context().newCDPSession(page);
  const { nodes } = (await client.send('Accessibility.getFullAXTree')) as { nodes: Node[] };
  await client.detach();
  const spoken = nodes.flatMap((node) =>
    [node.name, node.description, node.value].map((one) => String(one?.value ?? '')),
  );
  return `${html}\n${spoken.join('\n')}`;
}
