/** Orders whose money the merchant collected, the limit of its debt, and the statements that invoice it. */
const SETTLEMENT = `
alter table merchants add column settlement text not null default 'payer';
alter table merchants add column tax text;
create index merchants_taxed on merchants (id) where tax is not null;
alter table orders add column settlement text not null default 'payer';
alter table orders add column reference text;
alter table orders add column variant text;
alter table orders add column metadata text;
alter table orders add column tax text;
create table settlement_limits (
  merchant_id text not null, currency text not null, limit_minor bigint not null check (limit_minor >= 0),
  open_minor bigint not null default 0, primary key (merchant_id, currency)
);
create table statements (
  merchant_id text not null, id text not null, number bigint not null, period text not null, currency text not null,
  state text not null check (state in ('closed', 'paid')), total_minor bigint not null, orders bigint not null,
  refunds bigint not null, tax text, closed_at bigint not null, paid_at bigint,
  primary key (merchant_id, id), unique (merchant_id, number)
);
create table statement_lines (
  merchant_id text not null, id text not null, statement_id text, kind text not null check (kind in ('order', 'refund')),
  order_id text not null, reference text, currency text not null, amount_minor bigint not null,
  grams bigint not null, created_at bigint not null, primary key (merchant_id, id)
);
create index statement_lines_open on statement_lines (merchant_id, currency, created_at) where statement_id is null;
create index statement_lines_statement on statement_lines (merchant_id, statement_id, created_at, id)`;

/** Settlement by the merchant. */
export function settlement(): string[] {
  return SETTLEMENT.split(';').map((statement) => statement.trim());
}
