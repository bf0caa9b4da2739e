import type { Actor } from '../audit/actor.ts';
import { eraseName } from '../audit/erase-name.ts';
import type { Tx } from '../store/transaction.ts';

/**
 * Erases an e-mail address from the entries of one chain of the audit log where it is used as a name: a person invited
 * without a name is named by the address, as typed.
 * @param emailKey the address in lower case.
 * @param by who requests it, for the audit log.
 */
export async function eraseAddressAsName(
  tx: Tx,
  merchantId: string,
  emailKey: string,
  by: Actor | undefined,
): Promise<void> {
  for (const name of await spellingsOf(tx, merchantId, emailKey)) await eraseName(tx, merchantId, name, by);
}

/**
 * Finds the spellings of this address in one chain. Compared here, in lower case like its key: the databases differ in
 * the case of letters outside ASCII.
 */
async function spellingsOf(tx: Tx, merchantId: string, emailKey: string): Promise<string[]> {
  const names = await tx
    .selectFrom('audit_names')
    .select('name')
    .distinct()
    .where('merchant_id', '=', merchantId)
    .where('name', 'like', '%@%')
    .execute();
  return names.flatMap(({ name }) => (name.toLowerCase() === emailKey ? name : []));
}
