import type * as z from 'zod';
import type { ErrorCodeNumber } from '../errors/error-codes.ts';

/** Headers of the interface. */
export type HeaderName = 'x-api-key' | 'x-body-signature' | 'x-platform-id' | 'idempotency-key';

/** Groups of operations, with what each is for. */
export const TAGS = {
  Orders: 'Create orders, list them, confirm or cancel them.',
  Emissions: 'What flights emit, per passenger and cabin.',
  Transactions: 'Settled purchases and refunds.',
  Offers: 'What a new order would buy.',
  Refunds: 'Refund orders, whole or in part.',
  Statements: 'What a merchant owes that collects payments itself.',
  Exports: 'Orders and statements as files.',
  Webhooks: 'What the service sends to a merchant.',
} as const;

/** Name of a group of operations. */
export type Tag = keyof typeof TAGS;

/** One operation of the service, with everything needed to document it, to call it and to draw a form for it. */
export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Path below `base`, parameters in braces. */
  readonly path: string;
  readonly base: 'base_url' | 'emissions_url';
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly headers: readonly HeaderName[];
  readonly query?: z.ZodObject;
  readonly request?: { readonly schema: z.ZodType; readonly example: unknown };
  readonly response: { readonly status: number; readonly schema: z.ZodType; readonly example: unknown };
  readonly errors: readonly ErrorCodeNumber[];
  /** Not in the interface: offered by this project's gateway only. */
  readonly extension: boolean;
}
