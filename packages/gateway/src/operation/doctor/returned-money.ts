import { formatIds } from '../../format-ids.ts';
import { findDoubledDisputes, findExceeded } from '../../payments/find-returned-twice.ts';
import { type Check, ok, warning } from './check.ts';

/** Checks that money was returned once. */
export const returnedMoneyChecks: readonly Check[] = [
  {
    name: 'No payment is refunded beyond its amount',
    async run({ db, now }) {
      const found = await findExceeded(db.kysely, now());
      if (found.length === 0) return ok();
      return warning(
        `in the last 30 days, refunds and disputes took more of a payment of ${formatIds(found.map(({ order_id }) => order_id))} than came in`,
        'see flight-offset-gateway orders show ORDER, compare it with the provider, and claim what was returned twice from the provider or the payer',
      );
    },
  },
  {
    name: 'No lost dispute is counted twice',
    async run({ db, now }) {
      const found = await findDoubledDisputes(db.kysely, now());
      if (found.length === 0) return ok();
      return warning(
        `in the last 30 days, razorpay reported a lost dispute of ${formatIds(found.map(({ order_id }) => order_id))} and a refund of the same amount: they may be the same money`,
        'look in its dashboard whether it made that refund for the dispute; if so, the order counts it twice, and the rest of the order is to be refunded there',
      );
    },
  },
];
