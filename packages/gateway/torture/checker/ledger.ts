import type { Check, Finding } from './facts.ts';

/**
 * Do the provider's books agree with the store: is all money it took known, and every refund and dispute, once and
 * unchanged?
 */
export const ledger: Check = ({ ledger: books, snapshot }) => {
  if (!books) return [];
  const findings: Finding[] = [];
  const payments = new Map(snapshot.payments.map((one) => [one.reference, one]));
  const taken = new Map(books.paid.map((one) => [one.reference, one]));
  for (const { reference, amount } of books.paid) {
    const one = payments.get(reference);
    if (one?.state !== 'captured' || one.received_minor !== amount)
      findings.push({
        kind: 'money-lost',
        detail: `${reference} was paid and is ${one?.state ?? 'unknown'}`,
      });
  }
  for (const { reference, state } of snapshot.payments)
    if (state === 'captured' && !taken.has(reference))
      findings.push({ kind: 'payment-adrift', detail: `${reference} is captured and nobody paid it` });
  const stored = Map.groupBy(snapshot.refunds, ({ provider_reference }) => provider_reference ?? '');
  const known = new Set<string>();
  for (const { reference, amount, state } of books.refunds) {
    known.add(reference);
    const rows = stored.get(reference) ?? [];
    const [one] = rows;
    if (rows.length !== 1 || one?.amount_minor !== amount || one.state !== state)
      findings.push({
        kind: 'refunded-wrongly',
        detail: `${reference} is ${state} at the provider, ${one?.state ?? 'unknown'} here, ${rows.length} times`,
      });
  }
  for (const [paymentId, paid] of Map.groupBy(
    books.refunds.filter(({ kind, state }) => kind === 'refund' && state !== 'failed'),
    ({ payment }) => payment,
  )) {
    const returned = paid.reduce((sum, { amount }) => sum + amount, 0);
    const received = books.paid.find(({ payment }) => payment === paymentId)?.amount ?? 0;
    if (returned > received)
      findings.push({
        kind: 'refunded-wrongly',
        detail: `${paymentId}: ${returned} of ${received} returned`,
      });
  }
  for (const { id, state, payment_id, amount_minor, provider_reference, paid_reference } of snapshot.refunds)
    if (
      state === 'completed' &&
      paid_reference === null &&
      payment_id !== null &&
      amount_minor > 0 &&
      !known.has(provider_reference ?? '')
    )
      findings.push({
        kind: 'refunded-wrongly',
        detail: `${id} is completed and the provider knows nothing of it`,
      });
  return findings;
};
