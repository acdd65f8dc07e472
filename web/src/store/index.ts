export { closeDatabase, storage, type Change, type Kept, type Trouble } from './db.svelte';
export {
  botName,
  gameFromRecord,
  games,
  keepPlayed,
  keepResult,
  keepSafe,
  modeOf,
  mySeat,
  newGame,
  newId,
  packs,
  parseRecordFile,
  results,
  rulesOf,
  sameMoves,
  seats,
  type Setup,
} from './games';
export { isRecord } from './checks';
export {
  LinkError,
  decodeChallengeLink,
  decodeRecordLink,
  encodeChallengeLink,
  encodeRecordLink,
  type ChallengeLink,
} from './links';
export { seedOfDay, today } from './day';
export { CALM, settings, type Motion, type Theme } from './settings.svelte';
export type { Challenge, KeptSeat, OwnPack, Result, SavedGame, Summary } from './types';
