import { randomBytes } from 'node:crypto';
import { encodeTime } from 'ulid';

/** Letters of identifiers: Crockford's base 32, in the order of its values. */
export const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_LETTERS = 10;
/** Each half of the random part: 40 bits, eight letters. */
const HALF = 2 ** 40;
/** The largest step from one identifier to the next, in units of a half. */
const MAX_STEP = 2 ** 28;

const pool = new Uint32Array(512);
let used = pool.length;

/** 32 random bits of the system's generator, read many at a time. */
function random32(): number {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  const value = pool[used] ?? 0;
  used += 1;
  return value;
}

/** All pairs of letters, by value. */
const PAIRS = Array.from(
  { length: 1024 },
  (_, value) => LETTERS.charAt(value >> 5) + LETTERS.charAt(value & 31),
);

function letters(half: number): string {
  let text = '';
  for (let rest = half, i = 0; i < 4; i += 1) {
    text = PAIRS[rest % 1024] + text;
    rest = Math.floor(rest / 1024);
  }
  return text;
}

let last = { at: -1, high: 0, time: '' };

/** The upper half of the random part: above that of the previous identifier within the same millisecond. */
function nextHigh(at: number): number {
  const above = last.high + 1 + (random32() % MAX_STEP);
  // Leaves room for at least 2048 steps; beyond them the order within a millisecond is lost, but never the randomness.
  return at === last.at && above < HALF ? above : random32() * 2 ** 7 + (random32() % 2 ** 7);
}

/**
 * Makes an identifier such as `ord_01JD6Q4…`, in the form of a ULID: unique, and sorted by creation within a process,
 * so that new rows go to the end of an index. It cannot be guessed from a neighbour: even within a millisecond, each is
 * a random step of 68 bits above the previous one.
 */
export function newId(prefix: string, at: number = Date.now()): string {
  const time = at === last.at ? last.time : encodeTime(at, TIME_LETTERS);
  last = { at, high: nextHigh(at), time };
  const low = random32() * 2 ** 8 + (random32() % 2 ** 8);
  return `${prefix}_${time}${letters(last.high)}${letters(low)}`;
}

/**
 * Returns the lower bound of identifiers made from a moment on: all that {@link newId} made earlier sort below it.
 * @param at milliseconds since 1970.
 */
export function idAt(prefix: string, at: number): string {
  return `${prefix}_${encodeTime(Math.max(0, at), TIME_LETTERS)}`;
}

const TOKEN_BYTES = 32;
let tokens = Buffer.alloc(0);

/** Makes a token for a secret address or key: 256 random bits in base64url. */
export function newToken(): string {
  if (tokens.length === 0) tokens = randomBytes(64 * TOKEN_BYTES);
  const token = tokens.subarray(0, TOKEN_BYTES);
  tokens = tokens.subarray(TOKEN_BYTES);
  const text = token.toString('base64url');
  // So that the token cannot be found in memory by chance.
  token.fill(0);
  return text;
}

/** Whether a text may be an identifier that {@link newId} made; anything else need not be looked up. */
export function isId(text: string, prefix: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text.slice(prefix.length + 1));
}
