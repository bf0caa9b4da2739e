import type { Engine } from '../engine.ts';

const MOVED = `(old.status <> 'pending' and new.status <> old.status)
  or (old.payment_status <> 'pending' and new.payment_status <> old.payment_status)`;
const CHANGED = `new.merchant_id <> old.merchant_id or new.grams <> old.grams
  or new.amount_minor <> old.amount_minor or new.created_at <> old.created_at`;

/** Orders that are spread over the workers of a cluster have no triggers. */
function after(name: string, when: string): string {
  return `do $$ begin
    if exists (select 1 from pg_trigger where tgname = '${name}') then
      drop trigger ${name} on orders;
      create trigger ${name} after update on orders for each row when (${when}) execute function ${name}();
    end if;
  end $$`;
}

/**
 * Each allocation is written once more when its order is paid for: pages are filled by half, so that the new versions
 * fit into the other half and no index is written. The columns of an order that must not change are checked after the
 * update: a check before it makes PostgreSQL lock each row first, and log that.
 */
export function leanConfirms(engine: Engine): string[] {
  if (engine === 'sqlite') return [];
  return [
    'alter table allocations set (fillfactor = 45)',
    after('orders_settle_once', MOVED),
    after('orders_fixed', CHANGED),
  ];
}
