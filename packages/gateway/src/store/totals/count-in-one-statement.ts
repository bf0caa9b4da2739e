import { CompiledQuery } from 'kysely';
import type { Row } from '../sql/insert-rows.ts';
import { prepared } from '../sql/prepared.ts';
import type { Tx } from '../transaction.ts';
import { COUNTS, type Count, PER_STATE, STATES, TOTALS, USERS } from './counts.ts';

/** Whether a user has orders, as 1 or 0. */
const has = (orders: string): string => `(${orders} > 0)::int`;
const now = PER_STATE.map((name) => `moved.${name}`);
const before = PER_STATE.map((name) => `moved.${name} - given.${name}`);

/** SQL for the change of users in a total: a user's first order was added, or the last was removed. */
const come = [
  `sum(${has(`(${now.join(' + ')})`)} - ${has(`(${before.join(' + ')})`)}) as users`,
  ...STATES.map(
    (state, index) => `sum(${has(`${now[index]}`)} - ${has(`(${before[index]})`)}) as ${state}_users`,
  ),
];

const isOfUsers = (count: Count): boolean => count === 'users' || count.endsWith('_users');
const counted = COUNTS.map((count) => (isOfUsers(count) ? `coalesce(come.${count}, 0)` : `given.${count}`));

/**
 * Rows are written in the given order, so that two transactions never deadlock. A row of totals whose counts stay the
 * same is neither written nor locked: all orders of a merchant share it.
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
 * Adds orders to the counts of users, and the users thereby added or removed to the totals: PostgreSQL itself reads the
 * new counts of users, which saves a round trip.
 * @param users changes in the orders of each user, in the order in which every transaction locks the rows.
 * @param totals changes in the orders of each total, in that order too; users are counted here.
 */
export async function countInOneStatement(
  tx: Tx,
  users: readonly Row[],
  totals: readonly Row[],
): Promise<void> {
  const parameters = [JSON.stringify(users), JSON.stringify(totals)];
  await prepared(tx, 'count orders and users', () => CompiledQuery.raw(TEXT, parameters), parameters);
}
