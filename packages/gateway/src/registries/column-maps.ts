import { parseSerials, type SerialRange, serialRangeSchema } from '@flight-offset/core/retirement';
import type { Row } from '../csv/read-rows.ts';

/** Registries whose public exports can be read, by the name the command takes. */
export const REGISTRIES = ['verra', 'gold-standard', 'acr', 'car'] as const;

/** A registry whose public exports can be read. */
export type Registry = (typeof REGISTRIES)[number];

/** Where an export states what, in the names of its columns as the registry publishes them. */
export interface ColumnMap {
  /** The registry as projects of the catalogue name it. */
  readonly registry: string;
  readonly serials: string;
  readonly quantity: string;
  readonly project: string;
  readonly type: string;
  readonly country: string;
  /** First year, or first date, of the vintage. */
  readonly vintage: string;
  /** Reads a serial number, or a range of them, as this registry writes it. */
  readSerials(text: string): SerialRange | undefined;
  /** Date of the retirement or cancellation. */
  readonly retirement: string;
  /** `Issued` while credits are in circulation, whatever date they have. Without this column, credits without a date are. */
  readonly status?: string;
  /** Reads a date, as this registry writes it, as `2026-04-13`. */
  readDate(text: string): string | undefined;
  /** Whether the credits carry the Core Carbon Principles label. */
  hasCcpLabel(row: Row): boolean;
}

function range(block: string, first: string | undefined, last: string | undefined): SerialRange {
  return { block, first: Number(first), last: Number(last) };
}

/** `CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000`, as ACR and CAR write it. */
function readTo(text: string): SerialRange | undefined {
  const [, block, first, last] = /^(\S+)-(\d{1,15}) to (\d{1,15})$/i.exec(text.trim()) ?? [];
  return block === undefined ? undefined : range(`${block}-*`, first, last);
}

/** A date as ACR and CAR write it: `4/13/2026 7:17:56 PM`. */
function americanDate(text: string): string | undefined {
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text.trim()) ?? [];
  return year === undefined ? undefined : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const isoDate = (text: string): string | undefined => /^\d{4}-\d\d-\d\d/.exec(text)?.[0];

const AMERICAN = {
  project: 'Project ID',
  type: 'Project Type',
  country: 'Project Site Country',
  vintage: 'Vintage',
  readSerials: readTo,
  readDate: americanDate,
  hasCcpLabel: (row: Row): boolean => row['CCP Approved'] === 'Yes',
} as const;

/** The exports of each registry: Verra's VCU transactions, and the retirements (or issuances) of the others. */
export const COLUMN_MAPS: Readonly<Record<Registry, ColumnMap>> = {
  verra: {
    registry: 'Verra',
    serials: 'Serial Number',
    quantity: 'Quantity Issued',
    project: 'ID',
    type: 'Project Type',
    country: 'Country/Area',
    vintage: 'Vintage Start',
    readSerials(text) {
      // The numbers stand second and third; what follows belongs to the block.
      const [, head, first, last, rest] = /^(\d+)-(\d{1,15})-(\d{1,15})-(\S+)$/.exec(text.trim()) ?? [];
      return rest === undefined ? undefined : range(`${head}-*-${rest}`, first, last);
    },
    retirement: 'Retirement/Cancellation Date',
    readDate: isoDate,
    hasCcpLabel: (row) => /\bCCP\b|Core Carbon Principles/.test(row['Additional Certifications'] ?? ''),
  },
  'gold-standard': {
    registry: 'Gold Standard',
    serials: 'Serial Number',
    quantity: 'Quantity',
    project: 'GSID',
    type: 'Project Type',
    country: 'Country',
    vintage: 'Vintage',
    readSerials(text) {
      const [, block, first, last] = /^(GS\d+-\S+)-(\d{1,15})-(\d{1,15})$/i.exec(text.trim()) ?? [];
      return block === undefined ? undefined : range(`${block}-*`, first, last);
    },
    retirement: 'Retirement Date',
    status: 'Credit Status',
    readDate: isoDate,
    hasCcpLabel: (row) => /\bCCP\b/.test(row.Label ?? ''),
  },
  acr: {
    ...AMERICAN,
    registry: 'ACR',
    serials: 'Credit Serial Numbers',
    quantity: 'Quantity of Credits',
    retirement: 'Status Effective (GMT)',
  },
  car: {
    ...AMERICAN,
    registry: 'CAR',
    serials: 'Offset Credit Serial Numbers',
    quantity: 'Quantity of Offset Credits',
    retirement: 'Status Effective',
  },
};

/** Ranges that are one text at their registry, each by a form that no single serial number has. */
const RANGE_FORMS: readonly (readonly [RegExp, Registry])[] = [
  [/^\d+-\d+-\d+-VC\S+$/i, 'verra'],
  [/^GS\d+(?:-[^-\s]+){6}-\d+-\d+$/i, 'gold-standard'],
  [/\d to \d+$/i, 'acr'],
];

/**
 * Reads serial numbers as a person pasted them: `FROM..TO`, or a range as its registry writes it. Each credit is read in one
 * way, whatever dashes, widths of digits and invisible characters came along: written in two, it would be retired twice.
 */
export function readPasted(text: string): SerialRange | undefined {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s*[\p{Pd}\u2212]\s*/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const [, registry] = RANGE_FORMS.find(([form]) => !plain.includes('..') && form.test(plain)) ?? [];
  if (!registry) return parseSerials(plain);
  return serialRangeSchema.safeParse(COLUMN_MAPS[registry].readSerials(plain)).data;
}
