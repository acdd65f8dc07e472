// What a page had to load, as it came over the wire.
import type { Page, Response } from 'playwright-core';

interface Loaded {
  file: string;
  bytes: number; // as it came
  encoding: string;
}

// Listens from now on. Networks of bots come on demand and are counted apart.
export function sizesOf(page: Page): () => Promise<{ first: Loaded[]; demand: Loaded[] }> {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  return async () => {
    const all: Loaded[] = [];
    for (const response of responses) {
      const { responseBodySize } = await response.request().sizes();
      const encoding = (await response.headerValue('content-encoding')) ?? '';
      const file = new URL(response.url()).pathname;
      all.push({ file, bytes: responseBodySize, encoding });
    }
    const network = (one: Loaded) => one.file.endsWith('.network');
    return { first: all.filter((one) => !network(one)), demand: all.filter(network) };
  };
}
