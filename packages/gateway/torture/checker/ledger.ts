import { allOf } from './all-of.ts';
import type { Check, Finding } from './facts.ts';

/** Is all money that the provider took known, and no other? */
const takenMoney: Check = ({ ledger, snapshot }) => {
  if (!ledger) return [];
  const payments = new Map(snapshot.payments.map((one) => [one.reference, one]));
  const taken = new Set(ledger.paid.map(({ reference }) => reference));
  const lost = ledger.paid.flatMap(({ reference, amount }): Finding[] => {
    const one = payments.get(reference);
    if (one?.state === 'captured' && one.received_minor === amount) return [];
    return [{ kind: 'money-lost', detail: `${reference} was paid and is ${one?.state ?? 'unknown'}` }];
  });
  const unpaid = snapshot.payments.flatMap(({ reference, state }): Finding[] => {
    if (state !== 'captured' || taken.has(reference)) return [];
    return [{ kind: 'payment-adrift', detail: `${reference} is captured and nobody paid it` }];
  });
  return [...lost, ...unpaid];
};

/** Is every refund and dispute of the provider's books stored once, unchanged? */
const bookedRefunds: Check = ({ ledger, snapshot }) => {
  const stored = Map.groupBy(snapshot.refunds, ({ provider_reference }) => provider_reference ?? '');
  return (ledger?.refunds ?? []).flatMap(({ reference, amount, state }): Finding[] => {
    const rows = stored.get(reference) ?? [];
    const [one] = rows;
    if (rows.length === 1 && one?.amount_minor === amount && one.state === state) return [];
    return [
      {
        kind: 'refunded-wrongly',
        detail: `${reference} is ${state} at the provider, ${one?.state ?? 'unknown'} here, ${rows.length} times`,
      },
    ];
  });
};

/** Did the provider return at most the amount of each payment? */
const returnedMoney: Check = ({ ledger }) => {
  if (!ledger) return [];
  const refunds = ledger.refunds.filter(({ kind, state }) => kind === 'refund' && state !== 'failed');
  return [...Map.groupBy(refunds, ({ payment }) => payment)].flatMap(([paymentId, own]): Finding[] => {
    const returned = own.reduce((sum, { amount }) => sum + amount, 0);
    const received = ledger.paid.find(({ payment }) => payment === paymentId)?.amount ?? 0;
    if (returned <= received) return [];
    return [{ kind: 'refunded-wrongly', detail: `${paymentId}: ${returned} of ${received} returned` }];
  });
};

/** Is every completed refund of a provider's payment in the provider's books? */
const completedRefunds: Check = ({ ledger, snapshot }) => {
  if (!ledger) return [];
  const known = new Set(ledger.refunds.map(({ reference }) => reference));
  return snapshot.refunds
    .filter(
      (one) =>
        one.state === 'completed' &&
        one.paid_reference === null &&
        one.payment_id !== null &&
        one.amount_minor > 0 &&
        !known.has(one.provider_reference ?? ''),
    )
    .map(({ id }) => ({
      kind: 'refunded-wrongly',
      detail: `${id} is completed and the provider knows nothing of it`,
    }));
};

/**
 * Do the provider's books agree with the store: is all money it took known, and every refund and dispute, once and
 * unchanged?
 */
export const ledger: Check = allOf(takenMoney, bookedRefunds, returnedMoney, completedRefunds);
