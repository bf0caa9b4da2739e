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
  /** Newest first. */
  batches(): Promise<readonly RetiredBatch[]>;
  /** Records a retirement and publishes its batch. @throws Refusal where it cannot be; then nothing was recorded. */
  record(actor: Actor, retirement: RetirementForm): Promise<void>;
}
