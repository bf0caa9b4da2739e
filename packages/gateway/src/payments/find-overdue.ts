import type { Kysely } from 'kysely';
import { INSUFFICIENT_FUNDS } from '../providers/provider.ts';
import { OWN_FAULT } from '../providers/provider-error.ts';
import type { PaymentRow, RefundRow, Schema } from '../store/schema.ts';

/**
 * Reads open payments whose last check failed, or was due before a given time, oldest first.
 * @param limit default: all.
 */
export async function findOverduePayments(
  db: Kysely<Schema>,
  before: number,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('check_at', 'is not', null)
    .where(({ or, eb }) => or([eb('fault', 'is not', null), eb('check_at', '<', before)]))
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

/**
 * Reads pending refunds recorded before a given time, oldest first, if no provider has accepted them, the provider
 * holds them, or the gateway fails to record their state.
 * @param limit default: all.
 */
export async function findOverdueRefunds(
  db: Kysely<Schema>,
  before: number,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('state', '=', 'pending')
    .where(({ or, eb }) =>
      or([eb('provider_reference', 'is', null), eb('fault', 'in', [INSUFFICIENT_FUNDS, OWN_FAULT])]),
    )
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
}
