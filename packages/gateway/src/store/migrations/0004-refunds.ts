import type { Engine } from '../engine.ts';

const PAYMENTS = `
alter table payments add column received_currency text;
alter table payments add column received_minor bigint;
alter table payments add column kept_minor bigint not null default 0;
alter table payments add column session_expires_at bigint;
alter table payments add column check_at bigint;
alter table payments add column checks bigint not null default 0;
alter table payments add column fault text;
alter table payments add column learned_by text;
update payments set received_currency = 'INR', received_minor = amount_paise
  where state in ('captured', 'refund_due', 'refunded');
update payments set amount_paise = (select amount_paise from orders where orders.id = payments.order_id)
  where state in ('captured', 'refund_due', 'refunded');
update payments set check_at = 0 where state = 'started';
update payments set payment_reference = reference where provider = 'sandbox' and payment_reference is null;
create index payments_check on payments (check_at) where check_at is not null;
create index payments_reference on payments (provider, payment_reference)`;

const ORDERS = `
alter table orders add column refunded_minor bigint not null default 0;
alter table orders add column refund_pending_minor bigint not null default 0;
alter table merchants add column refund_webhooks bigint not null default 0`;

const REFUNDS = `
create table refunds (
  merchant_id text not null, id text not null, order_id text not null references orders(id),
  payment_id text references payments(id),
  cause text not null check (cause in ('requested', 'surplus', 'provider', 'dispute')),
  currency text not null, amount_minor bigint not null check (amount_minor >= 0),
  order_minor bigint not null check (order_minor >= 0 and order_minor <= amount_minor),
  grams bigint not null check (grams >= 0),
  credits text not null check (credits in ('returned', 'retired', 'none')),
  state text not null check (state in ('pending', 'completed', 'failed')), reason text,
  provider text, provider_reference text, transaction_id text, next_attempt_at bigint,
  attempts bigint not null default 0, fault text, created_at bigint not null, settled_at bigint,
  primary key (merchant_id, id)
);
create index refunds_order on refunds (order_id);
create index refunds_payment on refunds (payment_id);
create unique index refunds_reference on refunds (provider, provider_reference);
create index refunds_due on refunds (next_attempt_at) where state = 'pending';
create table unclaimed_payments (
  provider text not null, reference text not null, payment_reference text, currency text, amount_minor bigint,
  named_order text, received_at bigint not null, resolved_at bigint, primary key (provider, reference)
)`;

/** A refunded payment is surplus if another payment of the order was kept; otherwise the refund was requested. */
const EARLIER = `
update payments set kept_minor = amount_paise where state in ('captured', 'refund_due', 'refunded')
  and exists (select 1 from orders where orders.id = payments.order_id and orders.status = 'completed')
  and received_minor >= amount_paise
  and not exists (select 1 from payments other where other.order_id = payments.order_id and other.id <> payments.id
    and (other.state = 'captured' and payments.state <> 'captured'
      or other.id < payments.id and other.state in ('captured', 'refund_due', 'refunded')
        and (other.state = 'captured') = (payments.state = 'captured')));
insert into refunds (merchant_id, id, order_id, payment_id, cause, currency, amount_minor, order_minor, grams, credits,
    state, provider, next_attempt_at, created_at, settled_at)
  select orders.merchant_id, 'rfd_' || substr(payments.id, 5), orders.id, payments.id,
    case when kept_minor > 0 then 'requested' else 'surplus' end, 'INR', received_minor, kept_minor,
    case when kept_minor > 0 then grams else 0 end, case when kept_minor > 0 then 'retired' else 'none' end,
    case when state = 'refunded' then 'completed' else 'pending' end, provider,
    case when state = 'refunded' then null else 0 end, updated_at,
    case when state = 'refunded' then updated_at end
  from payments join orders on orders.id = payments.order_id where state in ('refund_due', 'refunded');
update orders set
  refunded_minor = coalesce((select sum(order_minor) from refunds
    where refunds.order_id = orders.id and state = 'completed'), 0),
  refund_pending_minor = coalesce((select sum(order_minor) from refunds
    where refunds.order_id = orders.id and state = 'pending'), 0)
  where id in (select order_id from refunds);
update payments set state = 'captured' where state in ('refund_due', 'refunded')`;

/** A refund has a transaction of its own: an order may have several, though only one is its purchase. */
const TRANSACTIONS: Record<Engine, string> = {
  postgres: `
alter table transactions drop constraint transactions_order_id_key;
alter table transactions add column refund_id text`,
  // A constraint cannot be dropped: the table is recreated.
  sqlite: `
create table transactions_next (
  id text primary key, merchant_id text not null references merchants(id),
  order_id text not null references orders(id), amount_paise bigint not null, grams bigint not null,
  created_at bigint not null, refund_id text
);
insert into transactions_next select id, merchant_id, order_id, amount_paise, grams, created_at, null
  from transactions;
drop table transactions;
alter table transactions_next rename to transactions`,
};

const REFUND_TRANSACTIONS = `
create unique index transactions_purchase on transactions (order_id) where refund_id is null;
create index transactions_refund on transactions (refund_id) where refund_id is not null;
insert into transactions (id, merchant_id, order_id, amount_paise, grams, created_at, refund_id)
  select 'txn_' || substr(id, 5), merchant_id, order_id, -order_minor, 0, settled_at, id
  from refunds where state = 'completed' and order_minor > 0;
update refunds set transaction_id = 'txn_' || substr(id, 5) where state = 'completed' and order_minor > 0`;

/**
 * Refunds as records of their own, beside the payments whose money they return; times to check payments with the
 * provider; money received for orders that this database does not know.
 */
export function refunds(engine: Engine): string[] {
  return [PAYMENTS, ORDERS, REFUNDS, EARLIER, TRANSACTIONS[engine], REFUND_TRANSACTIONS].flatMap((text) =>
    text.split(';').map((statement) => statement.trim()),
  );
}
