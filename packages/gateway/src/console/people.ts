import type { Person } from '@flight-offset/console';
import { isRole, type Role } from '@flight-offset/console/permissions';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import { lockMerchant } from '../merchants/lock-merchant.ts';
import type { OrderContext } from '../orders/context.ts';
import type { Database } from '../store/engine.ts';
import { newId } from '../store/ids.ts';
import type { ConsolePersonRow } from '../store/schema.ts';
import { locking } from '../store/sql/locking.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { DAY_MS } from '../time-span.ts';
import { claimForm } from './claim-form.ts';
import { createToken } from './sign-in/token.ts';

/** Time for which a sign-in link works: 24 hours. */
const LINK_MS = DAY_MS;

/** A person cannot be invited or removed. The message explains why. */
export class PersonError extends Error {
  override readonly name = 'PersonError';
  readonly code = 'person_refused';
}

/** Person to invite. */
export interface NewPerson {
  /** Empty for an operator of the gateway. */
  readonly merchantId: string;
  /** Default: the current name; for a new person, the e-mail address. */
  readonly name?: string | undefined;
  readonly email: string;
  readonly role: Role;
  /** Whether sign-in links work here. Default: true. */
  readonly hasLink?: boolean;
  /** Identifies the form: it creates one link, however often it is sent. */
  readonly once?: string | undefined;
}

const EMAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,189}$/;

/** Lists everybody of a merchant who may sign in, by name; the operators for the empty merchant. */
export async function listPeople({ reader }: Database, merchantId: string): Promise<Person[]> {
  const rows = await reader
    .selectFrom('console_people')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, email_key, role, created_at }) => {
    if (!isRole(role)) throw new TypeError(`${id} has the unknown role ${role}`);
    return { id, name, email: email_key, role, createdAt: created_at };
  });
}

/**
 * Adds a person, or changes the name and role of an existing one. It also creates a link that signs the person in once,
 * and ends earlier links. If links are switched off, the link stays unknown: it only allows another account at the
 * identity provider to replace the person's previous account.
 * @param by who invites them, for the audit log.
 * @returns URL at which the person signs in: the link, or the console.
 * @throws PersonError for an invalid e-mail address, one in use elsewhere on the gateway, a role that does not match
 *   the merchant, or a form that was sent before; NoMerchantError.
 */
export async function invitePerson(
  { db, now, publicUrl }: Pick<OrderContext, 'db' | 'now' | 'publicUrl'>,
  given: NewPerson,
  by: Actor,
): Promise<string> {
  const { hasLink = true } = given;
  const email = given.email.toLowerCase();
  if (!EMAIL.test(email)) throw new PersonError('The e-mail address is invalid.');
  if ((given.role === 'operator') !== (given.merchantId === ''))
    throw new PersonError('Operators belong to the gateway, every other role to a merchant.');
  const at = now();
  return inTransaction(db, async (tx) => {
    if (given.once !== undefined) {
      const form = { merchantId: given.merchantId, act: 'invitation', once: given.once };
      // If the form is sent again, for example by reloading the response, it creates no second link, which would end
      // the first.
      if (!(await claimForm(tx, form, at)))
        throw new PersonError(
          hasLink
            ? 'This form was sent before, and its link was created. If nobody saw it, create another one.'
            : 'This form was sent before, and the person was invited.',
        );
    }
    if (given.merchantId !== '') await lockMerchant(tx, given.merchantId);
    const { person, before } = await putPerson(tx, given, email, at);
    const { text, hash, merchantId } = createToken(person.merchant_id);
    await tx
      .deleteFrom('console_links')
      .where('merchant_id', '=', merchantId)
      .where('person_id', '=', person.id)
      .execute();
    await tx
      .insertInto('console_links')
      .values({
        merchant_id: merchantId,
        token_hash: hash,
        person_id: person.id,
        created_at: at,
        expires_at: at + LINK_MS,
      })
      .execute();
    const change = { ...(before && { before }), after: { role: person.role } };
    await recordAudit(tx, by, {
      merchantId,
      action: 'console_person.invited',
      subject: person.id,
      ...change,
    });
    return `${publicUrl}/console${hasLink ? `/sign-in/link/${text}` : ''}`;
  });
}

async function putPerson(
  tx: Tx,
  given: NewPerson,
  email: string,
  at: number,
): Promise<{ person: ConsolePersonRow; before: { role: string } | undefined }> {
  const { merchantId, name, email: written, role } = given;
  const found = tx.selectFrom('console_people').selectAll().where('email_key', '=', email);
  // The lock makes concurrent invitations and removals of the person wait.
  const known = await locking(tx, found).executeTakeFirst();
  if (known && known.merchant_id !== merchantId)
    throw new PersonError('This e-mail address cannot be invited: it is in use elsewhere on this gateway.');
  if (known) {
    const change = { name: name ?? known.name, role };
    const person = { ...known, ...change };
    await tx
      .updateTable('console_people')
      .set(change)
      .where('merchant_id', '=', merchantId)
      .where('id', '=', known.id)
      .execute();
    return { person, before: { role: known.role } };
  }
  const person = {
    merchant_id: merchantId,
    id: newId('per', at),
    role,
    name: name ?? written,
    email_key: email,
    subject: null,
    created_at: at,
  };
  const added = await tx
    .insertInto('console_people')
    .values(person)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  // A concurrent invitation of the same address was faster: the person exists now.
  return added ? { person, before: undefined } : putPerson(tx, given, email, at);
}

interface LeavingPerson {
  readonly merchantId: string;
  readonly id: string;
  /** Form that requests the removal, with the role that it showed. */
  readonly form?: { readonly once: string; readonly role: string; readonly at: number };
}

/**
 * Removes a person. Their sessions and links end at once; entries of the audit log keep the name until it is erased
 * there.
 * @param by who removes them, for the audit log.
 * @throws PersonError if there is no such person, or their role is not the one that the form showed.
 */
export async function removePerson(
  db: Database,
  { merchantId, id, form }: LeavingPerson,
  by: Actor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const isFirst = !form || (await claimForm(tx, { merchantId, act: 'removal', once: form.once }, form.at));
    if (!isFirst) return;
    const person = await tx
      .deleteFrom('console_people')
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .returning('role')
      .executeTakeFirst();
    if (!person) throw new PersonError('There is no such person.');
    if (form && form.role !== person.role)
      throw new PersonError(
        `The role of this person was changed to ${person.role} after you opened this page. Open People again to see who it is now.`,
      );
    // Links first: this waits for a sign-in by one of them, whose session then ends too.
    for (const table of ['console_links', 'console_sessions'] as const)
      await tx.deleteFrom(table).where('merchant_id', '=', merchantId).where('person_id', '=', id).execute();
    const change = { before: { role: person.role } };
    await recordAudit(tx, by, { merchantId, action: 'console_person.removed', subject: id, ...change });
  });
}
