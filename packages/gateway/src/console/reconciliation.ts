import {
  MAX_LISTED,
  type OverdueMoney,
  type PayoutSummary,
  type ReconciliationService,
  Refusal,
} from '@flight-offset/console';
import type { Money } from '@flight-offset/core';
import type { Config } from '../config.ts';
import type { OrderContext } from '../orders/context.ts';
import { findUnclaimed } from '../payments/find-unclaimed.ts';
import { comparedUntilSetting } from '../payments/reconcile-books.ts';
import { resolveUnclaimed } from '../payments/resolve-unclaimed.ts';
import { parseBankAmount } from '../payouts/bank-amount.ts';
import { findUnmatched } from '../payouts/find-unmatched.ts';
import { firstComparedDay } from '../payouts/find-unsettled.ts';
import { disagreementOf, listPayouts, type Payout } from '../payouts/list-payouts.ts';
import { recordBankReceipt, resolveLine } from '../payouts/resolve.ts';
import { readSetting } from '../store/settings.ts';
import { byOf } from './by.ts';
import { findOverdueMoney } from './find/overdue-money.ts';

const PARTS = [
  ['payments', 'payments_minor', 1],
  ['refunds', 'refunds_minor', 1],
  ['disputes', 'disputes_minor', 1],
  ['other', 'other_minor', 1],
  ['fees', 'fees_minor', -1],
  ['tax on fees', 'tax_minor', -1],
] as const;

function shownPayout(payout: Payout): PayoutSummary {
  const { provider, settled_on, currency, amount_minor, received_minor } = payout;
  const parts = PARTS.map(([name, field, sign]) => ({
    name,
    amount: { currency, amount_minor: sign * payout[field] },
  }));
  return {
    provider,
    payout: payout.payout,
    settledOn: settled_on,
    parts: parts.filter(({ amount }) => amount.amount_minor !== 0),
    amount: { currency, amount_minor },
    received: received_minor === null ? undefined : { currency, amount_minor: received_minor },
    problem: disagreementOf(payout),
  };
}

/** Compares the money of provider, bank and gateway for the console. */
export function reconciliationOf(
  { db, now }: Pick<OrderContext, 'db' | 'now'>,
  { provider }: Pick<Config, 'provider'>,
): ReconciliationService {
  return {
    async payouts() {
      const from = firstComparedDay(now());
      return (await listPayouts(db.reader, { from }, MAX_LISTED)).map(shownPayout);
    },
    async unmatched() {
      const found = await findUnmatched(db.reader, MAX_LISTED);
      return found.map(({ line, problem }) => ({
        line: line.id,
        provider: line.provider,
        payout: line.payout,
        kind: line.kind,
        amount: { currency: line.currency, amount_minor: line.gross_minor },
        settledOn: line.settled_on,
        problem,
      }));
    },
    async unclaimed() {
      const rows = await findUnclaimed(db.reader, { limit: MAX_LISTED });
      return rows.map(({ provider: taker, reference, currency, amount_minor, received_at }) => ({
        provider: taker,
        reference,
        amount: currency === null || amount_minor === null ? undefined : { currency, amount_minor },
        receivedAt: received_at,
      }));
    },
    overdue: (): Promise<readonly OverdueMoney[]> => findOverdueMoney(db.reader, provider, now(), MAX_LISTED),
    async comparedUntil() {
      const until = await readSetting(db.reader, comparedUntilSetting(provider));
      return until === undefined ? undefined : Number(until);
    },
    async resolveLine(actor, { provider: settler, id }) {
      if (await resolveLine(db, id, byOf(actor), settler)) return;
      // A line that was resolved before, for example by the first press of the same form, stays resolved.
      const resolved = db.kysely.selectFrom('payout_lines').select('id').where('provider', '=', settler);
      if (!(await resolved.where('id', '=', id).where('state', '=', 'resolved').executeTakeFirst()))
        throw new Refusal('There is no such unmatched line.');
    },
    async resolveMoney(actor, { provider: taker, id }) {
      if (await resolveUnclaimed(db, id, byOf(actor), { at: now(), provider: taker })) return;
      const known = db.kysely.selectFrom('unclaimed_payments').select('reference');
      if (!(await known.where('provider', '=', taker).where('reference', '=', id).executeTakeFirst()))
        throw new Refusal('There is no such unresolved payment.');
    },
    async recordReceipt(actor, { provider: payer, payout, currency, amount }) {
      const read = parseBankAmount(amount, currency);
      if ('problem' in read) throw new Refusal(`The amount ${read.problem}.`);
      const receipt = { provider: payer, payout, currency, amountMinor: read.minor };
      // The form lists payouts without a receipt: a receipt that another person has recorded since must not be replaced
      // unseen.
      const refuseAnother = (known: Money): void => {
        if (known.currency === currency && known.amount_minor === read.minor) return;
        throw new Refusal(
          'Another amount was recorded for this payout after you opened this page. Open Reconciliation again to see it. To replace it: flight-offset-gateway payouts received PAYOUT --amount CURRENCY:AMOUNT',
          409,
        );
      };
      if (!(await recordBankReceipt(db, receipt, { at: now(), by: byOf(actor), onKnown: refuseAnother })))
        throw new Refusal('There is no such payout.');
    },
  };
}
