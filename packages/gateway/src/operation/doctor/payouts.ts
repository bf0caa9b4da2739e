import { counted } from '../../counted.ts';
import { formatIds } from '../../format-ids.ts';
import { findUnmatched } from '../../payouts/find-unmatched.ts';
import { findUnsettled, firstComparedDay, MAX_UNSETTLED } from '../../payouts/find-unsettled.ts';
import { disagreementOf, listPayouts } from '../../payouts/list-payouts.ts';
import { type Check, fault, ok, warning } from './check.ts';

const MAX_FOUND = 1000;
/** Maximum number of identifiers in a finding. */
const MAX_NAMED = 20;

/** Checks of payouts: they hold all money of the gateway's payments, and no other. Without reports, all checks pass. */
export const payoutChecks: readonly Check[] = [
  {
    name: 'Settled money matches what the gateway recorded',
    async run({ db }) {
      const unmatched = await findUnmatched(db.kysely, MAX_FOUND);
      const [first] = unmatched;
      if (!first) return ok();
      const ids = unmatched.map(({ line }) => line.id);
      return fault(
        `${formatIds(ids, MAX_NAMED, MAX_FOUND)} (${first.line.id}: ${first.problem})`,
        'see flight-offset-gateway payouts unmatched; then: flight-offset-gateway payments reconcile, or once you know what a line is: flight-offset-gateway payouts resolve LINE',
      );
    },
  },
  {
    name: 'Payouts are the sum of their lines',
    async run({ db, now }) {
      const payouts = await listPayouts(db.kysely, { from: firstComparedDay(now()) }, MAX_FOUND);
      const wrong = payouts.filter((one) => disagreementOf(one) !== undefined);
      const [first] = wrong;
      if (!first) return ok(payouts.length === 0 ? undefined : counted(payouts.length, 'payout'));
      return fault(
        `${formatIds(wrong.map(({ payout }) => payout))} (${first.payout}: ${disagreementOf(first)})`,
        'see flight-offset-gateway payouts list; import the whole report of each, then ask the provider',
      );
    },
  },
  {
    name: 'Payments are settled by the provider',
    async run({ db, config }) {
      const missing = await findUnsettled(db.kysely, config.provider);
      if (missing.length === 0) return ok();
      const ids = missing.map(({ order_id }) => order_id);
      return warning(
        `in no settlement report: ${formatIds(ids, MAX_NAMED, MAX_UNSETTLED)}`,
        'import the reports of that time, or ask the provider',
      );
    },
  },
];
