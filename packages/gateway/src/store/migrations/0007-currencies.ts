/**
 * Money in any currency. Amounts in rupees keep their value as `INR`, and the rupee equivalent of such an order is its
 * own amount.
 */
const CURRENCIES = `
alter table project_prices rename to project_prices_inr;
create table project_prices (
  project text not null references projects(id), currency text not null, effective_from bigint not null,
  minor_per_tonne bigint not null check (minor_per_tonne >= 0),
  inr_per_unit double precision not null check (inr_per_unit > 0),
  primary key (project, currency, effective_from)
);
insert into project_prices (project, currency, effective_from, minor_per_tonne, inr_per_unit)
  select project, 'INR', effective_from, paise_per_tonne, 1 from project_prices_inr;
drop table project_prices_inr;
alter table orders rename column paise_per_tonne to minor_per_tonne;
alter table orders rename column amount_paise to amount_minor;
alter table orders add column currency text not null default 'INR';
alter table orders add column inr_minor bigint not null default 0;
update orders set inr_minor = amount_minor;
alter table transactions rename column amount_paise to amount_minor;
alter table transactions add column currency text not null default 'INR';
alter table transactions add column inr_minor bigint not null default 0;
update transactions set inr_minor = amount_minor;
alter table payments rename column amount_paise to amount_minor;
alter table payments add column currency text not null default 'INR';
alter table order_totals rename column paid_paise to paid_inr_minor`;

/** Amounts, prices and payments carry their currency. */
export function currencies(): string[] {
  return CURRENCIES.split(';').map((statement) => statement.trim());
}
