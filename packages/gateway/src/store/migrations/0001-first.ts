import type { Engine } from '../engine.ts';

const TABLES = `
create table merchants (
  id text primary key, name text not null, accent text, logo_url text,
  return_origins text not null default '[]', sandbox bigint not null default 0, created_at bigint not null
);
create table api_keys (
  id text primary key, merchant_id text not null references merchants(id), label text not null,
  key_hash text not null unique, scheme text not null, encoding text not null,
  sealed_secret text, public_key text, created_at bigint not null, revoked_at bigint,
  check ((sealed_secret is null) <> (public_key is null))
);
create table platforms (
  id text primary key, merchant_id text not null references merchants(id), created_at bigint not null
);
create table webhook_secrets (
  id text primary key, merchant_id text not null references merchants(id), sealed_secret text not null,
  created_at bigint not null, expires_at bigint
);
create index webhook_secrets_merchant on webhook_secrets (merchant_id);
create table projects (
  id text primary key, name text not null, registry text not null, project_id text not null,
  category text not null, type text not null, public_url text not null,
  position bigint not null, active bigint not null default 1
);
create table project_prices (
  project text not null references projects(id), effective_from bigint not null,
  paise_per_tonne bigint not null check (paise_per_tonne >= 0), primary key (project, effective_from)
);
create table credit_lots (
  id text primary key, project text not null references projects(id), serial_prefix text not null,
  grams_total bigint not null, grams_reserved bigint not null default 0, grams_retired bigint not null default 0,
  check (grams_reserved >= 0 and grams_retired >= 0 and grams_reserved + grams_retired <= grams_total)
);
create index credit_lots_project on credit_lots (project, id);
create table orders (
  id text primary key, merchant_id text not null references merchants(id),
  emission_amount double precision not null, emission_unit text not null,
  grams bigint not null check (grams >= 0), paise_per_tonne bigint not null,
  amount_paise bigint not null check (amount_paise >= 0),
  user_name text, user_email text, user_tax_id text, email_key text, callback_url text,
  payment_token text not null unique,
  status text not null check (status in ('pending', 'completed', 'failed')),
  payment_status text not null check (payment_status in ('pending', 'completed', 'failed')),
  project text references projects(id), lot text references credit_lots(id),
  serial_from bigint, serial_to bigint,
  created_at bigint not null, expires_at bigint not null, settled_at bigint,
  check (status <> 'completed' or payment_status = 'completed')
);
create index orders_list on orders (merchant_id, created_at, id);
create index orders_status on orders (merchant_id, status, created_at, id);
create index orders_email on orders (merchant_id, email_key, created_at, id);
create index orders_tax on orders (merchant_id, user_tax_id, created_at, id);
create index orders_expiry on orders (expires_at) where status = 'pending';
create table transactions (
  id text primary key, merchant_id text not null references merchants(id),
  order_id text not null unique references orders(id), amount_paise bigint not null, grams bigint not null,
  created_at bigint not null
);
create table idempotency (
  merchant_id text not null, key text not null, body_hash text not null, response text,
  created_at bigint not null, primary key (merchant_id, key)
);
create index idempotency_age on idempotency (created_at);
create table order_totals (
  merchant_id text not null, email text not null, tax_id text not null, status text not null,
  shard bigint not null, orders bigint not null, paid_paise bigint not null, users bigint not null,
  primary key (merchant_id, email, tax_id, status, shard)
);
create table order_users (
  merchant_id text not null, tax_id text not null, status text not null, user_key text not null,
  orders bigint not null, primary key (merchant_id, tax_id, status, user_key)
);
create table delivery_attempts (
  delivery_id text not null, attempt bigint not null, at bigint not null, status bigint,
  outcome text not null, excerpt text not null, duration_ms bigint not null,
  primary key (delivery_id, attempt)
);
create table webhook_endpoints (
  merchant_id text not null, url_hash text not null, failing_since bigint, disabled_at bigint,
  primary key (merchant_id, url_hash)
);
create table payments (
  id text primary key, order_id text not null references orders(id), provider text not null,
  reference text not null, amount_paise bigint not null, state text not null, payment_reference text,
  redirect_url text, created_at bigint not null, updated_at bigint not null,
  unique (provider, reference)
);
create index payments_order on payments (order_id);
create table provider_events (
  provider text not null, event_id text not null, received_at bigint not null,
  primary key (provider, event_id)
);
create table settings (name text primary key, value text not null)`;

const deliveries = (sequence: string): string => `
create table deliveries (
  sequence ${sequence}, id text not null unique, merchant_id text not null, order_id text not null references orders(id),
  url text not null, body text not null, state text not null check (state in ('pending', 'delivered', 'dead')),
  attempts bigint not null default 0, next_attempt_at bigint not null, claimed_until bigint not null default 0,
  created_at bigint not null, delivered_at bigint
);
create index deliveries_due on deliveries (next_attempt_at) where state = 'pending';
create index deliveries_order on deliveries (order_id, sequence)`;

const BORN = `new.status <> 'pending' or new.payment_status <> 'pending'`;
const MOVED = `(old.status <> 'pending' and new.status <> old.status)
  or (old.payment_status <> 'pending' and new.payment_status <> old.payment_status)`;
const CHANGED = `new.merchant_id <> old.merchant_id or new.grams <> old.grams
  or new.amount_paise <> old.amount_paise or new.created_at <> old.created_at`;
const RULES: [name: string, event: string, when: string, message: string][] = [
  ['orders_born_pending', 'insert', BORN, 'an order starts pending'],
  ['orders_settle_once', 'update', MOVED, 'completed and failed are final'],
  ['orders_fixed', 'update', CHANGED, 'what an order is for cannot change'],
];

function sqliteTrigger([name, event, when, message]: (typeof RULES)[number]): string {
  return `create trigger ${name} before ${event} on orders when ${when}
    begin select raise(abort, '${message}'); end`;
}

function postgresTrigger([name, event, when, message]: (typeof RULES)[number]): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as
      $$ begin raise exception '${message}' using errcode = 'check_violation'; end $$`,
    `create trigger ${name} before ${event} on orders for each row when (${when}) execute function ${name}()`,
  ];
}

/** The tables of the store, and the rules on orders that the database enforces. */
export function first(engine: Engine): string[] {
  const sequence = engine === 'sqlite' ? 'integer primary key autoincrement' : 'bigserial primary key';
  const statements = `${TABLES};${deliveries(sequence)}`.split(';').map((statement) => statement.trim());
  const rules = engine === 'sqlite' ? RULES.map(sqliteTrigger) : RULES.flatMap(postgresTrigger);
  return [...statements, ...rules];
}
