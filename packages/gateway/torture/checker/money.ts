import { type Check, type Finding, groupBy } from './facts.ts';

/** Grams of an amount as its decimal digits say, halves upward; written apart from the project's own conversion. */
export function gramsOf(amount: number, unit: string): bigint {
  const [mantissa = '', exponent = '0'] = String(amount).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const places = Number(exponent) + (unit === 'tonCO2e' ? 6 : 3);
  // The number is (whole ++ fraction) × 10^(places − length of the fraction) grams.
  const shift = places - fraction.length;
  const digits = BigInt(whole + fraction);
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  const rest = digits % divisor;
  return digits / divisor + (rest * 2n >= divisor ? 1n : 0n);
}

/** Paise of a mass, halves upward, and never nothing for something. */
export function paiseOf(grams: bigint, perTonne: bigint): bigint {
  const product = grams * perTonne;
  const rounded = product / 1_000_000n + (product % 1_000_000n >= 500_000n ? 1n : 0n);
  return rounded === 0n && product > 0n ? 1n : rounded;
}

/** Does every order cost what its mass costs at a price of its project? */
export const prices: Check = ({ snapshot }) => {
  const findings: Finding[] = [];
  const known = new Set(snapshot.prices.map((one) => `${one.project} ${one.minor_per_tonne}`));
  for (const order of snapshot.orders) {
    const mass = gramsOf(order.emission_amount, order.emission_unit);
    if (mass !== BigInt(order.grams))
      findings.push({ kind: 'wrong-mass', detail: `${order.id}: ${order.grams} g, not ${mass}` });
    const price = paiseOf(BigInt(order.grams), BigInt(order.minor_per_tonne));
    if (price !== BigInt(order.amount_minor))
      findings.push({
        kind: 'wrong-money',
        detail: `${order.id}: ${order.amount_minor} paise, not ${price}`,
      });
    if (!known.has(`${order.project} ${order.minor_per_tonne}`))
      findings.push({
        kind: 'unknown-price',
        detail: `${order.id}: ${order.project} never cost ${order.minor_per_tonne}`,
      });
  }
  return findings;
};

/** Has every completed order one transaction over what it cost, and no other order one? */
export const transactions: Check = ({ journal, snapshot }) => {
  const findings: Finding[] = [];
  const orders = new Map(snapshot.orders.map((order) => [order.id, order]));
  const byOrder = groupBy(snapshot.transactions, ({ order_id }) => order_id);
  for (const order of snapshot.orders) {
    const count = byOrder.get(order.id)?.length ?? 0;
    if (order.status === 'completed' && count === 0)
      findings.push({ kind: 'transaction-missing', detail: order.id });
    if (count > 1) findings.push({ kind: 'transaction-doubled', detail: order.id });
  }
  for (const one of snapshot.transactions) {
    const order = orders.get(one.order_id);
    const fits =
      order?.status === 'completed' &&
      order.merchant_id === one.merchant_id &&
      order.amount_minor === one.amount_minor &&
      order.grams === one.grams;
    if (!fits) findings.push({ kind: 'transaction-adrift', detail: `${one.id} of ${one.order_id}` });
  }
  const stored = new Map(snapshot.transactions.map((one) => [one.id, one]));
  for (const told of journal.transactions) {
    const one = stored.get(told.id);
    const paise = Math.round(told.amount * 100);
    if (!one || one.amount_minor !== paise || one.grams !== Math.round(told.carbonCredits * 1e6))
      findings.push({
        kind: 'transaction-adrift',
        detail: `${told.id} was told otherwise than it is stored`,
      });
  }
  return findings;
};

/** Is money that was taken either for a completed order, once, or on its way back? */
export const payments: Check = ({ snapshot }) => {
  const findings: Finding[] = [];
  const orders = new Map(snapshot.orders.map((order) => [order.id, order]));
  for (const [orderId, all] of groupBy(snapshot.payments, ({ order_id }) => order_id)) {
    const kept = all.filter(({ state }) => state === 'captured');
    const order = orders.get(orderId);
    if (kept.length > 1)
      findings.push({
        kind: 'payment-adrift',
        detail: `${orderId} keeps the money of ${kept.length} payments`,
      });
    if (kept.length > 0 && order?.status !== 'completed')
      findings.push({
        kind: 'payment-adrift',
        detail: `${orderId} is ${order?.status} and its money is kept`,
      });
    for (const one of all)
      if (one.amount_minor !== order?.amount_minor)
        findings.push({ kind: 'payment-adrift', detail: `${one.id} is not over the amount of ${orderId}` });
  }
  return findings;
};

/** Do the provider's books agree: what it took is kept for a completed order or was given back, once? */
export const ledger: Check = ({ ledger: books, snapshot }) => {
  if (!books) return [];
  const findings: Finding[] = [];
  const stored = new Map(snapshot.payments.map((one) => [one.reference, one]));
  const refunded = groupBy(books.refunds, (payment) => payment);
  const taken = new Set(books.paid.map(({ reference }) => reference));
  for (const { reference, payment, amount } of books.paid) {
    const one = stored.get(reference);
    const times = refunded.get(payment)?.length ?? 0;
    if (!one || !['captured', 'refunded'].includes(one.state) || one.amount_minor !== amount)
      findings.push({
        kind: 'money-lost',
        detail: `${reference} was paid and is ${one?.state ?? 'unknown'}`,
      });
    if (times !== (one?.state === 'refunded' ? 1 : 0))
      findings.push({
        kind: 'refunded-wrongly',
        detail: `${reference} is ${one?.state} and was given back ${times} times`,
      });
  }
  for (const { reference, state } of snapshot.payments)
    if (['captured', 'refund_due', 'refunded'].includes(state) && !taken.has(reference))
      findings.push({ kind: 'payment-adrift', detail: `${reference} is ${state} and nobody paid it` });
  return findings;
};
