/**
 * Whole numbers in the data modules: base-64 digits, most significant first, as printable ASCII that needs no escape
 * inside single quotes. Fixed widths let a reader jump; brotli removes the redundancy.
 */

import { CorruptDataError } from './corrupt-data.ts';

/** Number of values one digit can take. */
export const DIGIT_BASE = 64;

const FIRST_CODE = 40;
const BACKSLASH = 92;

/** Returns the character for a digit of 0..63. */
export function digitToChar(digit: number): string {
  const code = digit + FIRST_CODE;
  return String.fromCharCode(code < BACKSLASH ? code : code + 1);
}

/** Returns the digit (0..63) at position `at` of `text`. */
export function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return (code < BACKSLASH ? code : code - 1) - FIRST_CODE;
}

/** Returns the number written in `width` digits from position `at` of `text`. */
export function numberAt(text: string, at: number, width: number): number {
  let value = 0;
  for (let i = 0; i < width; i++) value = value * DIGIT_BASE + digitAt(text, at + i);
  return value;
}

/** Returns the number in place `i` of a column (see {@link columnOf}) whose numbers have `width` digits. */
export function columnAt(text: string, width: number, i: number): number {
  const count = text.length / width;
  let value = 0;
  for (let place = 0; place < width; place++) value = value * DIGIT_BASE + digitAt(text, place * count + i);
  return value;
}

function corruptDigit(text: string, at: number): CorruptDataError {
  return new CorruptDataError('column', `${JSON.stringify(text[at])} in place ${at} is no digit`);
}

/**
 * Returns all numbers of a column: their first digits in sequence, then their second digits, up to `width`. Works on
 * bytes, since an application waits for it. @throws CorruptDataError if the text is not a column.
 */
export function columnOf(text: string, width: number): Int32Array {
  const bytes = new TextEncoder().encode(text);
  const count = bytes.length / width;
  if (!Number.isInteger(count))
    throw new CorruptDataError('column', `${text.length} characters for numbers of ${width} digits`);
  const numbers = new Int32Array(count);
  for (let place = 0; place < width; place++) {
    const from = place * count;
    for (let i = 0; i < count; i++) {
      const code = bytes[from + i]!;
      const digit = (code < BACKSLASH ? code : code - 1) - FIRST_CODE;
      if (digit < 0 || digit >= DIGIT_BASE || code === BACKSLASH) throw corruptDigit(text, from + i);
      numbers[i] = numbers[i]! * DIGIT_BASE + digit;
    }
  }
  return numbers;
}
