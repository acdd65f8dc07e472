// For tests: a small game without a board of its own, of which the engine is built for tests only.
export const DEMO = 'lanterns';
