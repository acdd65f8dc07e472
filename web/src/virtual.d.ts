declare module 'virtual:games' {
  import type { GameFacts } from './engine/messages';
  const games: GameFacts[];
  export default games;
}
declare const __FILES__: string[];
declare const __VERSION__: string;
declare module 'virtual:words' {
  const urls: Record<string, string>;
  export default urls;
}
