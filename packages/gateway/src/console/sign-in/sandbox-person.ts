import type { Role } from '@flight-offset/console/permissions';
import type { OrderContext } from '../../orders/context.ts';
import { SANDBOX } from '../../sandbox.ts';
import type { ConsolePersonRow } from '../../store/schema.ts';

/** Returns the person as whom anybody opens the console of a sandbox: one per role, shared by all. */
export async function sandboxPerson(
  { db, now }: Pick<OrderContext, 'db' | 'now'>,
  role: Role,
): Promise<ConsolePersonRow> {
  const person = {
    merchant_id: role === 'operator' ? '' : SANDBOX.merchantId,
    id: `sandbox-${role}`,
    role,
    name: `Sandbox ${role}`,
    email_key: `${role}@sandbox.invalid`,
    subject: null,
    created_at: now(),
  };
  await db.kysely
    .insertInto('console_people')
    .values(person)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return person;
}
