// A browser's profile as it lies on the disk, from one release to the next. The page it belongs to has an address of its own,
// whatever port the server of the tests has.
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DESKTOP, LAUNCH, origin } from './browser.ts';

export const HOME = 'http://127.0.80.17:8017';

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'tidelock-profile-'));

export async function openProfile(
  folder: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(folder, {
    ...DESKTOP,
    ...LAUNCH,
    locale: 'en',
    args: [...LAUNCH.args, `--host-resolver-rules=MAP 127.0.80.17:8017 ${new URL(origin()).host}`],
  });
  context.setDefaultTimeout(30_000);
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}
