import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import type { MerchantRow } from '../store/schema.ts';
import { locking } from '../store/sql/locking.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { setLimit } from './limit.ts';
import { NoMerchantError } from './lock-merchant.ts';

/** Settings of a merchant. */
export type MerchantSettings = Partial<
  Pick<
    MerchantRow,
    | 'name'
    | 'accent'
    | 'seller'
    | Extract<keyof MerchantRow, `${string}_url`>
    | 'return_origins'
    | 'refund_webhooks'
    | 'settlement'
    | 'tax'
  >
>;

/** Maximum amount that a merchant may owe in a currency, minor units. */
export interface MerchantLimit {
  readonly currency: string;
  readonly limit_minor: number;
}

/** Changes to a merchant. */
interface MerchantChange {
  readonly settings?: MerchantSettings;
  readonly limits?: readonly MerchantLimit[];
  /** Throws if the current merchant may not be changed this way; nothing is changed then. */
  readonly check?: (merchant: MerchantRow) => void;
}

/**
 * Changes settings of a merchant, and its limits. Settings and limits that stay the same are not recorded as changes.
 * @param by who changes them, for the audit log.
 * @throws NoMerchantError
 */
export async function changeMerchant(
  db: Database,
  id: string,
  { settings = {}, limits = [], check }: MerchantChange,
  by?: Actor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = tx.selectFrom('merchants').selectAll().where('id', '=', id);
    // Simultaneous changes run one after the other: each records its own previous values.
    const merchant = await locking(tx, found).executeTakeFirst();
    if (!merchant) throw new NoMerchantError(id);
    check?.(merchant);
    const names = Object.keys(settings) as (keyof MerchantSettings)[];
    const known = await limitsOf(tx, id);
    const changed = limits.filter((limit) => known.get(limit.currency) !== limit.limit_minor);
    if (changed.length === 0 && names.every((name) => settings[name] === merchant[name])) return;
    if (names.length > 0) await tx.updateTable('merchants').set(settings).where('id', '=', id).execute();
    for (const { currency, limit_minor } of changed) await setLimit(tx, id, currency, limit_minor);
    const before = {
      ...Object.fromEntries(names.map((name) => [name, merchant[name]])),
      ...(changed.length > 0 && {
        limits: changed.flatMap(({ currency }) => {
          const limit_minor = known.get(currency);
          return limit_minor === undefined ? [] : { currency, limit_minor };
        }),
      }),
    };
    const after = {
      ...settings,
      ...(changed.length > 0 && {
        limits: changed.map(({ currency, limit_minor }) => ({ currency, limit_minor })),
      }),
    };
    await recordAudit(tx, by, { merchantId: id, action: 'merchant.changed', subject: id, before, after });
  });
}

/** Reads the current limits of a merchant by currency. */
async function limitsOf(tx: Tx, merchantId: string): Promise<ReadonlyMap<string, number>> {
  const limits = await tx
    .selectFrom('settlement_limits')
    .select(['currency', 'limit_minor'])
    .where('merchant_id', '=', merchantId)
    .execute();
  return new Map(limits.map(({ currency, limit_minor }) => [currency, limit_minor]));
}
