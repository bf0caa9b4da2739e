import type { Check, Finding } from './facts.ts';

/** Returns the rate of a tax, percent; undefined if there is none. */
const rateOf = (tax: string | null): unknown => JSON.parse(tax ?? '{}').rate;

/**
 * Is every order whose money the merchant collected on exactly one statement, with all of its refunds? Does each closed
 * statement's total equal the sum of its lines, with the tax of all of them? Does each merchant's debt equal the sum of
 * its unpaid lines, within its limit?
 */
export const statements: Check = ({ snapshot }) => {
  const findings: Finding[] = [];
  const wrong = (detail: string): void => void findings.push({ kind: 'statement-adrift', detail });
  const { orders, refunds, lines, statements: closed, limits } = snapshot;
  const ofMerchant = orders.filter(({ settlement }) => settlement === 'merchant');
  const due = new Map<string, number>();
  for (const { id, status, amount_minor } of ofMerchant) {
    if (status === 'completed') due.set(id, amount_minor);
    else wrong(`${id} is settled by its merchant and ${status}`);
  }
  const collected = new Set(ofMerchant.map(({ id }) => id));
  // Money paid beside the merchant's collection is not the merchant's: its refund is no line.
  for (const { id, order_id, state, order_minor, grams } of refunds)
    if (state === 'completed' && collected.has(order_id) && (order_minor > 0 || grams > 0))
      due.set(id, -order_minor);
  for (const { id, amount_minor } of lines) {
    if (due.get(id) !== amount_minor)
      wrong(`line ${id} comes to ${amount_minor}, not ${due.get(id) ?? 'there'}`);
    due.delete(id);
  }
  for (const id of due.keys()) wrong(`${id} is on no statement`);

  const onStatement = Map.groupBy(lines, ({ statement_id }) => statement_id ?? '');
  const taxes = new Map(orders.map(({ id, tax }) => [id, rateOf(tax)]));
  for (const { id, total_minor, tax } of closed) {
    const own = onStatement.get(id) ?? [];
    const sum = own.reduce((total, { amount_minor }) => total + amount_minor, 0);
    if (sum !== total_minor) wrong(`statement ${id} comes to ${total_minor}, its lines to ${sum}`);
    const rates = new Set(own.map(({ order_id }) => taxes.get(order_id)));
    if (rates.size !== 1 || !rates.has(rateOf(tax)))
      wrong(`statement ${id} is taxed by ${rateOf(tax)}, its orders by ${[...rates].join(', ')}`);
    const { net_minor = total_minor, tax_minor = 0 } = JSON.parse(tax ?? '{}');
    if (net_minor + tax_minor !== total_minor)
      wrong(`statement ${id} comes to ${total_minor}, its tax and net to ${net_minor + tax_minor}`);
  }
  for (const [merchant, own] of Map.groupBy(closed, ({ merchant_id }) => merchant_id)) {
    const numbers = own.map(({ number }) => number).sort((a, b) => a - b);
    if (numbers.some((number, place) => number !== place + 1))
      wrong(`${merchant} has statements ${numbers.join(', ')}`);
  }
  const paid = new Set(closed.filter(({ state }) => state === 'paid').map(({ id }) => id));
  const owed = Map.groupBy(
    lines.filter(({ statement_id }) => !paid.has(statement_id ?? '')),
    ({ merchant_id, currency }) => `${merchant_id} ${currency}`,
  );
  for (const { merchant_id, currency, limit_minor, open_minor } of limits) {
    const sum = (owed.get(`${merchant_id} ${currency}`) ?? []).reduce(
      (total, { amount_minor }) => total + amount_minor,
      0,
    );
    if (sum !== open_minor) wrong(`${merchant_id} owes ${sum} ${currency}, and ${open_minor} is counted`);
    if (open_minor > limit_minor)
      wrong(`${merchant_id} owes ${open_minor} ${currency}, past its limit of ${limit_minor}`);
  }
  return findings;
};
