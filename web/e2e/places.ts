import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
export const builtPage = resolve(root, 'build-web');
export const pictures = resolve(root, 'build-web-pictures');
export const tidelock = process.env.TIDELOCK ?? resolve(root, 'build/tidelock');
export const words = (lang: string) => resolve(root, 'data/lang', lang);
export const fixtures = resolve(root, 'tests/fixtures');
