/**
 * Settlement reports of providers, and the amounts that the bank received. They belong to the operator, not to a
 * merchant.
 */
const PAYOUTS = `
create table payout_lines (
  provider text not null, id text not null, payout text not null,
  kind text not null check (kind in ('payment', 'refund', 'dispute', 'fee', 'adjustment', 'payout')),
  payment_reference text, reference text, currency text not null,
  gross_minor bigint not null, fee_minor bigint not null, tax_minor bigint not null, net_minor bigint not null,
  paid_currency text not null, paid_minor bigint not null, settled_on text not null, bank_reference text,
  state text not null check (state in ('matched', 'unmatched', 'resolved', 'none')), imported_at bigint not null,
  primary key (provider, id), check (gross_minor - fee_minor - tax_minor = net_minor)
);
create index payout_lines_payout on payout_lines (provider, payout);
create index payout_lines_settled on payout_lines (settled_on, provider, id);
create index payout_lines_payment on payout_lines (provider, payment_reference);
create index payout_lines_unmatched on payout_lines (provider, id) where state = 'unmatched';
create table payout_receipts (
  provider text not null, payout text not null, currency text not null, amount_minor bigint not null,
  recorded_at bigint not null, primary key (provider, payout)
)`;

/** Payouts of providers, line by line. */
export function payouts(): string[] {
  return PAYOUTS.split(';').map((statement) => statement.trim());
}
