/**
 * Portfolios that payers may choose, and the facts that travellers see about a project. All earlier sales are carbon
 * credits of one project. At most four portfolios are offered: their positions are 1 to 4.
 */
const PORTFOLIOS = `
alter table projects add column product text not null default 'carbon_credits'
  check (product in ('carbon_credits', 'aviation_fuel'));
alter table projects add column descriptions text;
alter table projects add column country text;
alter table projects add column vintage_from bigint;
alter table projects add column vintage_to bigint;
create table portfolios (
  id text primary key, name text not null, product text not null, descriptions text,
  position bigint unique check (position between 1 and 4), created_at bigint not null
);
create table portfolio_parts (
  portfolio text not null references portfolios(id), project text not null references projects(id),
  share bigint not null check (share > 0), primary key (portfolio, project)
);
alter table orders add column product text not null default 'carbon_credits';
alter table orders add column portfolio text;
alter table orders add column project_count bigint not null default 1;
create index orders_pending_fuel on orders (merchant_id) where product = 'aviation_fuel' and status = 'pending';
alter table statement_lines add column product text not null default 'carbon_credits'`;

/** Portfolios, and aviation-fuel certificates beside carbon credits. */
export function portfolios(): string[] {
  return PORTFOLIOS.split(';').map((statement) => statement.trim());
}
