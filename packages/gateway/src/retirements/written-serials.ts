import { parseSerials, type SerialRange, serialRangeSchema } from '@flight-offset/core/retirement';

function range(block: string, first: string | undefined, last: string | undefined): SerialRange {
  return { block, first: Number(first), last: Number(last) };
}

/**
 * Reads serial numbers as Verra writes them. The second and third fields are the numbers; the rest belongs to the
 * block.
 * @returns undefined for text in another form, as the other readers do.
 */
export function readVerra(text: string): SerialRange | undefined {
  const [, head, first, last, rest] = /^(\d+)-(\d{1,15})-(\d{1,15})-(\S+)$/.exec(text.trim()) ?? [];
  return rest === undefined ? undefined : range(`${head}-*-${rest}`, first, last);
}

/** Reads serial numbers as Gold Standard writes them. */
export function readGoldStandard(text: string): SerialRange | undefined {
  const [, block, first, last] = /^(GS\d+-\S+)-(\d{1,15})-(\d{1,15})$/i.exec(text.trim()) ?? [];
  return block === undefined ? undefined : range(`${block}-*`, first, last);
}

/** Reads `CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000`, as ACR and CAR write them. */
export function readAmerican(text: string): SerialRange | undefined {
  const [, block, first, last] = /^(\S+)-(\d{1,15}) to (\d{1,15})$/i.exec(text.trim()) ?? [];
  return block === undefined ? undefined : range(`${block}-*`, first, last);
}

/** The forms in which registries write a range as one text. No single serial number has such a form. */
const RANGE_FORMS: readonly (readonly [form: RegExp, read: typeof readVerra])[] = [
  [/^\d+-\d+-\d+-VC\S+$/i, readVerra],
  [/^GS\d+(?:-[^-\s]+){6}-\d+-\d+$/i, readGoldStandard],
  [/\d to \d+$/i, readAmerican],
];

/**
 * Reads serial numbers as a person pasted them: `FROM..TO`, or a range as its registry writes it. Each credit is read
 * in one way, whatever dashes, widths of digits and invisible characters were pasted with it: read in two ways, it
 * could be retired twice.
 */
export function readPasted(text: string): SerialRange | undefined {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?[\p{Pd}\u2212] ?/gu, '-')
    .trim();
  const [, read] = RANGE_FORMS.find(([form]) => !plain.includes('..') && form.test(plain)) ?? [];
  return read ? serialRangeSchema.safeParse(read(plain)).data : parseSerials(plain);
}
