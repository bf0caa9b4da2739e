import * as z from 'zod';

/**
 * Serial numbers of whole credits in a registry: the text they share, with `*` in place of the number, and the first
 * and last number. Registries write ranges in different ways; this form is the same for all of them.
 */
export const serialRangeSchema = z
  .object({
    block: z
      .string()
      .max(200)
      .regex(
        /^(?:[^\s*]*[^\s*\d])?\*(?:[^\s*\d][^\s*]*)?$/,
        'must hold one * in place of the whole number, and no spaces',
      )
      .meta({ description: 'What the serial numbers share; `*` stands for the number.' }),
    first: z.int().min(0).meta({ description: 'First number.' }),
    last: z.int().min(0).meta({ description: 'Last number, included.' }),
    digits: z.int().min(2).max(16).optional().meta({
      description: 'Digits to which numbers are padded with zeros, where the registry pads them.',
    }),
  })
  .refine(({ first, last }) => first <= last, { path: ['last'], error: 'must not be below first' })
  .meta({ id: 'SerialRange' });

/** Serial numbers of whole credits in a registry. */
export type SerialRange = z.infer<typeof serialRangeSchema>;

/** Number of credits in a range: one tonne each. */
export function serialCount({ first, last }: SerialRange): number {
  return last - first + 1;
}

/** A text of serial numbers in lower case, or a number with its first and last value. */
export type Part = string | readonly [first: bigint, last: bigint];

/** Cache of the parts of ranges, since each is compared with every other one. */
const known = new WeakMap<SerialRange, readonly Part[]>();

/**
 * Returns the parts of a range's serial numbers: texts in lower case, and between them each number with its first and
 * last value.
 */
export function partsOf(range: SerialRange): readonly Part[] {
  const found = known.get(range);
  if (found) return found;
  const parts = range.block.split(/(\d+|\*)/).map((part, at): Part => {
    if (at % 2 === 0) return part.toLowerCase();
    return part === '*' ? [BigInt(range.first), BigInt(range.last)] : [BigInt(part), BigInt(part)];
  });
  known.set(range, parts);
  return parts;
}

/**
 * Whether two ranges of one registry share a credit. Case and leading zeros make no difference, nor does which of its
 * numbers a range counts: `A-1-*` from 5 to 9 and `A-*-7` from 1 to 3 share A-1-7.
 */
export function serialsOverlap(one: SerialRange, other: SerialRange): boolean {
  const [mine, theirs] = [partsOf(one), partsOf(other)];
  return (
    mine.length === theirs.length &&
    mine.every((part, at) => {
      const its = theirs[at]!;
      if (typeof part === 'string' || typeof its === 'string') return part === its;
      return part[0] <= its[1] && its[0] <= part[1];
    })
  );
}

/** Formats a range as people write it: first and last serial number. */
export function formatSerials({ block, first, last, digits = 1 }: SerialRange): string {
  const at = (number: number): string => block.replace('*', () => String(number).padStart(digits, '0'));
  return first === last ? at(first) : `${at(first)}..${at(last)}`;
}

/**
 * Reads `FROM..TO`: two serial numbers that differ in one number, or a single serial number, whose last number counts.
 * Spaces are dropped.
 * @returns undefined if it is neither.
 */
export function parseSerials(text: string): SerialRange | undefined {
  const [from = '', to = from, ...more] = text.replaceAll(/\s/g, '').split('..');
  if (more.length > 0) return undefined;
  const first = from.split(/(\d+)/);
  const last = to.split(/(\d+)/);
  const differing = first.flatMap((part, at) => (part === last[at] ? [] : [at]));
  const at = differing[0] ?? first.length - 2;
  const [number = '', end = ''] = [first[at], last[at]];
  if (first.length !== last.length || differing.length > 1 || at < 1 || at % 2 === 0) return undefined;
  const block = first.with(at, '*').join('');
  const padded = number.startsWith('0') && number.length > 1 && end.length >= number.length;
  const range = { block, first: Number(number), last: Number(end), ...(padded && { digits: number.length }) };
  return serialRangeSchema.safeParse(range).data;
}
