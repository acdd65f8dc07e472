// Whether something that was read from outside is what it claims to be. Only its shape is looked at:
// what a record or a pack says is judged by the engine.
import type { SeatSetup, TableRecord } from '../engine/messages';
import type { Challenge, KeptSeat, OwnPack, Result, SavedGame } from './types';

type Dict = Record<string, unknown>;

export const isDict = (value: unknown): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every(isNumber);
const maybe = (value: unknown, check: (value: unknown) => boolean) =>
  value === undefined || check(value);
const isSeed = (value: unknown) => isText(value) || isNumber(value);
export const isRules = (value: unknown): value is number | undefined =>
  value === undefined || (isNumber(value) && Number.isInteger(value) && value >= 1);

const isSeat = (value: unknown): value is SeatSetup =>
  isDict(value) && maybe(value.name, isText) && maybe(value.bot, isText);
const isSeats = (value: unknown) =>
  Array.isArray(value) && value.length <= 8 && value.every(isSeat);
const isChallenge = (value: unknown): value is Challenge =>
  isDict(value) && isText(value.name) && (value.score === null || isNumber(value.score));

export const isRecord = (value: unknown): value is TableRecord =>
  isDict(value) &&
  isText(value.format) &&
  value.format.startsWith('tidelock-record/') &&
  isText(value.game) &&
  Array.isArray(value.moves);

const isDraft = (value: unknown) =>
  isDict(value) &&
  isNumber(value.seat) &&
  Array.isArray(value.moves) &&
  value.moves.length <= 100 &&
  value.moves.every(isText);

export const isSavedGame = (value: unknown): value is SavedGame =>
  isDict(value) &&
  isText(value.id) &&
  isText(value.game) &&
  isRules(value.rules) &&
  isDict(value.options) &&
  isSeats(value.seats) &&
  (value.undo === 'free' || value.undo === 'turn') &&
  typeof value.confirm === 'boolean' &&
  (value.record === null || isRecord(value.record)) &&
  maybe(value.draft, isDraft) &&
  isDict(value.summary) &&
  isNumbers(value.summary.scores) &&
  typeof value.summary.over === 'boolean' &&
  isNumber(value.summary.moves) &&
  maybe(value.summary.round, isText) &&
  isNumber(value.created) &&
  isNumber(value.updated) &&
  maybe(value.seed, isSeed) &&
  maybe(value.title, isText) &&
  maybe(value.day, isText) &&
  maybe(value.challenge, isChallenge);

export const isResult = (value: unknown): value is Result =>
  isDict(value) &&
  isText(value.id) &&
  isText(value.game) &&
  isRules(value.rules) &&
  isText(value.mode) &&
  isNumber(value.players) &&
  isSeats(value.seats) &&
  isNumbers(value.scores) &&
  isNumbers(value.winners) &&
  isNumber(value.mine) &&
  isNumber(value.finished) &&
  maybe(value.seed, isSeed) &&
  maybe(value.day, isText) &&
  maybe(value.challenge, isChallenge);

export const isOwnPack = (value: unknown): value is OwnPack =>
  isDict(value) &&
  isText(value.id) &&
  isText(value.name) &&
  isText(value.game) &&
  isDict(value.content) &&
  isNumber(value.updated);

const isSecret = (value: unknown) => isText(value) && /^[0-9a-f]{32}$/.test(value);

export const isKeptSeat = (value: unknown): value is KeptSeat =>
  isDict(value) &&
  isText(value.id) &&
  isText(value.game) &&
  isSecret(value.secret) &&
  maybe(value.share, isSecret) &&
  maybe(value.commit, isText) &&
  isText(value.name) &&
  maybe(value.wanted, isNumber) &&
  maybe(value.invite, isSecret) &&
  maybe(value.muted, (muted) => typeof muted === 'boolean') &&
  (value.seat === null || isNumber(value.seat)) &&
  typeof value.over === 'boolean' &&
  isNumber(value.made) &&
  isNumber(value.updated);
