import { CompiledQuery } from 'kysely';
import type { Row } from '../sql/insert-rows.ts';
import { prepared } from '../sql/prepared.ts';
import type { Tx } from '../transaction.ts';
import { COUNTS, type Count, PER_STATE, STATES, TOTALS, USERS } from './counts.ts';

/** Whether a user has orders, as 1 or 0. */
const has = (orders: string): string => `(${orders} > 0)::int`;
const now = PER_STATE.map((name) => `moved.${name}`);
const before = PER_STATE.map((name) => `moved.${name} - given.${name}`);

/** By how many the users of a total change: a user's first order came, or the last one went. */
const come = [
  `sum(${has(`(${now.join(' + ')})`)} - ${has(`(${before.join(' + ')})`)}) as users`,
  ...STATES.map(
    (state, index) => `sum(${has(`${now[index]}`)} - ${has(`(${before[index]})`)}) as ${state}_users`,
  ),
];

const isOfUsers = (count: Count): boolean => count === 'users' || count.endsWith('_users');
const counted = COUNTS.map((count) => (isOfUsers(count) ? `coalesce(come.${count}, 0)` : `given.${count}`));

/**
 * Rows are written in the given order, so that two transactions never deadlock. Counts that an order leaves and enters
 * again are neither changed nor locked: every order of a merchant counts there.
 */
const TEXT = `with given as (select ${USERS.columns.join(', ')} from json_populate_recordset(null::order_users, $1::json)),
  moved as (
    insert into order_users (${USERS.columns.join(', ')}) select ${USERS.columns.join(', ')} from given ${USERS.ending}
  ),
  come as (
    select merchant_id, tax_id, ${come.join(', ')}
    from moved join given using (merchant_id, tax_id, user_key) group by merchant_id, tax_id
  )
  insert into order_totals (${TOTALS.columns.join(', ')})
  select given.merchant_id, given.tax_id, given.shard, ${counted.join(', ')}
  from json_populate_recordset(null::order_totals, $2::json) with ordinality as given
    left join come using (merchant_id, tax_id)
  where (${counted.join(', ')}) <> (${counted.map(() => '0').join(', ')})
  order by given.ordinality ${TOTALS.ending}`;

/**
 * Adds orders to the counts of users, and to the totals the users who are added or removed by that: PostgreSQL itself
 * reads what the users have now, which saves a round trip.
 * @param users by how much the orders of each change, in the order in which everybody locks them.
 * @param totals by how much the orders of each change; its users are counted here. In that order too.
 */
export async function countInOne(tx: Tx, users: readonly Row[], totals: readonly Row[]): Promise<void> {
  const parameters = [JSON.stringify(users), JSON.stringify(totals)];
  await prepared(tx, 'count orders and users', () => CompiledQuery.raw(TEXT, parameters), parameters);
}
