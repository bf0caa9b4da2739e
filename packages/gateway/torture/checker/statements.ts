import { allOf } from './all-of.ts';
import type { Check, Finding } from './facts.ts';
import type { Snapshot, StoredLine } from './stored.ts';

const adrift = (detail: string): Finding => ({ kind: 'statement-adrift', detail });

const sum = (lines: readonly StoredLine[]): number =>
  lines.reduce((total, { amount_minor }) => total + amount_minor, 0);

/** Is every order whose money the merchant collected on exactly one statement, with all of its refunds? */
const statementLines: Check = ({ snapshot }) => {
  const findings: Finding[] = [];
  const collected = snapshot.orders.filter(({ settlement }) => settlement === 'merchant');
  for (const { id, status } of collected)
    if (status !== 'completed') findings.push(adrift(`${id} is settled by its merchant and ${status}`));
  const due = dueLines(snapshot);
  for (const { id, amount_minor } of snapshot.lines) {
    if (due.get(id) !== amount_minor)
      findings.push(adrift(`line ${id} comes to ${amount_minor}, not ${due.get(id) ?? 'there'}`));
    due.delete(id);
  }
  for (const id of due.keys()) findings.push(adrift(`${id} is on no statement`));
  return findings;
};

/** Returns the amount of each line that there should be, by the id of its order or refund. */
function dueLines({ orders, refunds }: Snapshot): Map<string, number> {
  const collected = orders.filter(({ settlement }) => settlement === 'merchant');
  const ids = new Set(collected.map(({ id }) => id));
  // Money paid beside the merchant's collection is not the merchant's: its refund is no line.
  const refunded = refunds.filter(
    ({ state, order_id, order_minor, grams }) =>
      state === 'completed' && ids.has(order_id) && (order_minor > 0 || grams > 0),
  );
  return new Map([
    ...collected
      .filter(({ status }) => status === 'completed')
      .map(({ id, amount_minor }) => [id, amount_minor] as const),
    ...refunded.map(({ id, order_minor }) => [id, -order_minor] as const),
  ]);
}

/** Returns the rate of a tax, percent; undefined if there is none. */
const rateOf = (tax: string | null): unknown => JSON.parse(tax ?? '{}').rate;

/** Does each closed statement's total equal the sum of its lines, with the tax of all of them? */
const statementTotals: Check = ({ snapshot }) => {
  const findings: Finding[] = [];
  const onStatement = Map.groupBy(snapshot.lines, ({ statement_id }) => statement_id ?? '');
  const taxes = new Map(snapshot.orders.map(({ id, tax }) => [id, rateOf(tax)]));
  for (const { id, total_minor, tax } of snapshot.statements) {
    const own = onStatement.get(id) ?? [];
    if (sum(own) !== total_minor)
      findings.push(adrift(`statement ${id} comes to ${total_minor}, its lines to ${sum(own)}`));
    const rates = new Set(own.map(({ order_id }) => taxes.get(order_id)));
    if (rates.size !== 1 || !rates.has(rateOf(tax)))
      findings.push(
        adrift(`statement ${id} is taxed by ${rateOf(tax)}, its orders by ${[...rates].join(', ')}`),
      );
    const { net_minor = total_minor, tax_minor = 0 } = JSON.parse(tax ?? '{}');
    if (net_minor + tax_minor !== total_minor)
      findings.push(
        adrift(`statement ${id} comes to ${total_minor}, its tax and net to ${net_minor + tax_minor}`),
      );
  }
  return findings;
};

/** Are the statements of a merchant numbered from 1 without a gap? */
const statementNumbers: Check = ({ snapshot }) =>
  [...Map.groupBy(snapshot.statements, ({ merchant_id }) => merchant_id)].flatMap(([merchant, own]) => {
    const numbers = own.map(({ number }) => number).sort((a, b) => a - b);
    const isUnbroken = numbers.every((number, place) => number === place + 1);
    return isUnbroken ? [] : [adrift(`${merchant} has statements ${numbers.join(', ')}`)];
  });

/** Does each merchant's debt equal the sum of its unpaid lines, within its limit? */
const debts: Check = ({ snapshot }) => {
  const findings: Finding[] = [];
  const paid = new Set(snapshot.statements.filter(({ state }) => state === 'paid').map(({ id }) => id));
  const unpaid = Map.groupBy(
    snapshot.lines.filter(({ statement_id }) => !paid.has(statement_id ?? '')),
    ({ merchant_id, currency }) => `${merchant_id} ${currency}`,
  );
  for (const { merchant_id, currency, limit_minor, open_minor } of snapshot.limits) {
    const owed = sum(unpaid.get(`${merchant_id} ${currency}`) ?? []);
    if (owed !== open_minor)
      findings.push(adrift(`${merchant_id} owes ${owed} ${currency}, and ${open_minor} is counted`));
    if (open_minor > limit_minor)
      findings.push(
        adrift(`${merchant_id} owes ${open_minor} ${currency}, past its limit of ${limit_minor}`),
      );
  }
  return findings;
};

/** Are the statements of each merchant complete and correct, and is its debt the sum of its unpaid lines? */
export const statements: Check = allOf(statementLines, statementTotals, statementNumbers, debts);
