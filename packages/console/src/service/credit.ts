import type { Product } from '@flight-offset/core';
import type { Actor } from './actor.ts';

/** Credits of one lot, in grams. */
export interface LotStock {
  readonly id: string;
  readonly project: string;
  readonly registry: string;
  readonly product: Product;
  readonly total: number;
  /** Held for orders that are not paid yet. */
  readonly reserved: number;
  /** Of paid orders, retired or not yet. */
  readonly allocated: number;
}

/** What is due at a registry for one project. */
export interface DueRetirement {
  readonly project: string;
  readonly registry: string;
  readonly product: Product;
  readonly orders: number;
  readonly grams: number;
  /** Whole tonnes to retire. */
  readonly tonnes: number;
  /** When the oldest of these orders was paid, milliseconds since 1970. */
  readonly oldest: number;
}

/** What a payer may choose: a project, or a blend of several. */
export interface Portfolio {
  readonly name: string;
  readonly product: Product;
  /** Place among those on offer, from 1; undefined where it is not offered. */
  readonly place: number | undefined;
  /** Identifiers of its projects. A part of it is its share over the sum of all shares. */
  readonly parts: readonly { readonly project: string; readonly share: number }[];
}

/** A published batch. */
export interface RetiredBatch {
  readonly id: string;
  readonly project: string;
  readonly product: Product;
  readonly orders: number;
  readonly grams: number;
  readonly publishedAt: number;
}

/** A retirement made at the registry, as a person writes it down. */
export interface RetirementForm {
  readonly project: string;
  readonly tonnes: string;
  /** Ranges `FROM..TO` with commas between. */
  readonly serials: string;
  /** `2026-11-22`. */
  readonly date: string;
  readonly url: string;
}

/** The stock of credits, and their retirement. */
export interface CreditService {
  stock(): Promise<readonly LotStock[]>;
  due(): Promise<readonly DueRetirement[]>;
  /** Those on offer first. */
  portfolios(): Promise<readonly Portfolio[]>;
  /** Newest first. */
  batches(): Promise<readonly RetiredBatch[]>;
  /** What a retirement is of. Changes nothing. @throws Refusal where it cannot be recorded as it is written. */
  check(retirement: RetirementForm): Promise<{
    readonly project: string;
    readonly registry: string;
    /** Undefined where nothing is. */
    readonly due: DueRetirement | undefined;
  }>;
  /**
   * Records a retirement and publishes its batch. One repeated with the `once` of its form records nothing more.
   * @throws Refusal where it cannot be; then nothing was recorded.
   */
  record(actor: Actor, retirement: RetirementForm & { readonly once: string }): Promise<void>;
}
