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
  /** Allocated to paid orders, retired or not yet. */
  readonly allocated: number;
}

/** Due retirement at a registry for one project. */
export interface DueRetirement {
  readonly project: string;
  readonly registry: string;
  readonly product: Product;
  readonly orders: number;
  readonly grams: number;
  /** Whole tonnes to retire. */
  readonly tonnes: number;
  /** Time at which the oldest of these orders was paid, milliseconds since 1970. */
  readonly oldest: number;
}

/** Choice for payers: a project, or a blend of several. */
export interface Portfolio {
  readonly name: string;
  readonly product: Product;
  /** Place among the offered ones, from 1; undefined if it is not offered. */
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

/** A retirement at the registry, as a person enters it. */
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
  /** Lists portfolios, offered ones first. */
  portfolios(): Promise<readonly Portfolio[]>;
  /** Lists batches, newest first. */
  batches(): Promise<readonly RetiredBatch[]>;
  /** Checks what a retirement covers. Changes nothing. @throws Refusal if it cannot be recorded as entered. */
  check(retirement: RetirementForm): Promise<{
    readonly project: string;
    readonly registry: string;
    /** Undefined if nothing is due. */
    readonly due: DueRetirement | undefined;
  }>;
  /**
   * Records a retirement and publishes its batch. A repeat with the same `once` records nothing more.
   * @throws Refusal if it is not possible; then nothing was recorded.
   */
  record(actor: Actor, retirement: RetirementForm & { readonly once: string }): Promise<void>;
}
