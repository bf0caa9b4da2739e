import type { Generated, Selectable } from 'kysely';
import type { Millis } from './millis.ts';

/** Whole tonnes that a registry retired. */
export interface RetirementTable {
  id: string;
  project: string;
  registry: string;
  tonnes: number;
  grams_total: number;
  /** Date at the registry, `2026-03-31`. */
  retired_on: string;
  url: string;
  /** Base64url. */
  certificate_sha256: string | null;
  /** The certificate, a PDF in base64. */
  certificate: string | null;
  created_at: Millis;
}

/** Serial numbers of a retirement; ranges of a block are chained, so that none overlaps another. */
export interface RetirementSerialTable {
  registry: string;
  /** The block in one spelling, by which it is compared. */
  block: string;
  first: number;
  last: number;
  /** Last number of the previous range of the block; null for the first one. */
  previous: number | null;
  retirement: string;
  /** The block as the registry writes it. */
  shown: string;
  /** The number of digits to which its numbers are padded with zeros; null if they are not. */
  digits: number | null;
}

/** Orders whose credits are retired together. */
export interface RetirementBatchTable {
  id: string;
  project: string;
  /** `open` takes orders; `collected` has all of its orders; `published` has its signed document, which only a correction replaces. */
  state: 'open' | 'collected' | 'published';
  /** Orders paid up to this moment are taken. */
  cutoff: Millis;
  /** Grams retired that no other batch used. */
  capacity: number;
  orders: Generated<number>;
  grams: Generated<number>;
  root: string | null;
  /** The published batch, a JWS. */
  document: string | null;
  published_at: Millis | null;
  created_at: Millis;
}

/** A batch's document that another one corrects. */
export interface CorrectedBatchTable {
  batch: string;
  /** SHA-256 of the document, base64url: how the correction names it. */
  hash: string;
  document: string;
  /** The error that was corrected, in the operator's words. */
  reason: string;
  corrected_at: Millis;
}

/** The part of a retirement that covers a batch, in grams of the retirement. */
export interface RetirementPartTable {
  retirement: string;
  batch: string;
  grams_from: number;
  grams_to: number;
  previous: number | null;
  grams_total: number;
}

/** An order in a batch, at most once: the data of its proof. Hash and salt in hexadecimal. */
export interface RetirementLeafTable {
  merchant_id: string;
  order_id: string;
  project: string;
  batch: string;
  /** Hash of the order; leaves are sorted by it. */
  hash: string;
  salt: string;
  grams: number;
}

/** The root of a run of leaves of a published batch, so that a proof needs only its own run and these. */
export interface RetirementChunkTable {
  batch: string;
  first_hash: string;
  hash: string;
  grams: number;
}

/** Credits retired at a registry, and the orders they cover. */
export interface RetirementTables {
  retirements: RetirementTable;
  retirement_serials: RetirementSerialTable;
  retirement_batches: RetirementBatchTable;
  corrected_batches: CorrectedBatchTable;
  retirement_parts: RetirementPartTable;
  retirement_leaves: RetirementLeafTable;
  retirement_chunks: RetirementChunkTable;
}

/** A stored retirement. */
export type RetirementRow = Selectable<RetirementTable>;
/** A stored document of a corrected batch. */
export type CorrectedBatchRow = Selectable<CorrectedBatchTable>;
/** A stored range of serial numbers. */
export type RetirementSerialRow = Selectable<RetirementSerialTable>;
/** A stored retirement batch. */
export type RetirementBatchRow = Selectable<RetirementBatchTable>;
