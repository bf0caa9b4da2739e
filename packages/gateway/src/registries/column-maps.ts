import type { SerialRange } from '@flight-offset/core/retirement';
import type { Row } from '../csv/read-rows.ts';
import { readAmerican, readGoldStandard, readVerra } from '../retirements/written-serials.ts';

/** Registries whose public exports can be read, by the name the command takes. */
export const REGISTRIES = ['verra', 'gold-standard', 'acr', 'car'] as const;

/** A registry whose public exports can be read. */
export type Registry = (typeof REGISTRIES)[number];

/** Columns of an export, by the names that the registry publishes. */
export interface ColumnMap {
  /** The registry as the catalogue's projects name it. */
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
  /**
   * `Issued` while credits are in circulation, whatever their date. Without this column, credits are in circulation if
   * they have no date.
   */
  readonly status?: string;
  /** Reads a date as this registry writes it, and returns it as `2026-04-13`. */
  readDate(text: string): string | undefined;
  /** Whether quotes within a cell are single; CSV doubles them. */
  readonly hasSingleQuotes?: true;
  /** Whether the credits carry the Core Carbon Principles label. */
  hasCcpLabel(row: Row): boolean;
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
  readSerials: readAmerican,
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
    readSerials: readVerra,
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
    readSerials: readGoldStandard,
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
    hasSingleQuotes: true,
  },
};
