import type { Database } from '../store/engine.ts';
import { inTransaction } from '../store/transaction.ts';
import { MODE, ModeError, readMode } from './mode-setting.ts';
import { describeLeftovers } from './sandbox-leftovers.ts';

/** Whether a database takes or has taken real payments. */
export async function takesRealPayments({ kysely }: Pick<Database, 'kysely'>): Promise<boolean> {
  return (await readMode(kysely)) === 'production';
}

/**
 * Refuses the sandbox on a database that takes real payments.
 * @throws ModeError if it does.
 */
export async function refuseSandboxOnProduction(db: Pick<Database, 'kysely'>): Promise<void> {
  if (!(await takesRealPayments(db))) return;
  throw new ModeError(
    'This database takes real payments, and --sandbox would work on it with credentials, a provider and a URL that are not real. Set DATABASE_URL to another one.',
  );
}

/**
 * Refuses work without `--sandbox` on a sandbox database, for commands that sign documents as real.
 * @throws ModeError if it is one.
 */
export async function refuseProductionOnSandbox({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  if ((await readMode(kysely)) !== 'sandbox') return;
  throw new ModeError(
    'This database was used with --sandbox, and what this command signs would count as real. Add --sandbox, or set DATABASE_URL to another one.',
  );
}

/**
 * Keeps the sandbox and real payments apart: the sandbox's credentials are public, and its credits worth nothing.
 * Records the mode in the database.
 * @throws ModeError which names what was found, and the command that removes it.
 */
export async function requireMode(db: Database, sandbox: boolean): Promise<void> {
  await inTransaction(db, async (tx) => {
    const value = sandbox ? 'sandbox' : 'production';
    // If processes start together, the first decides: the others wait here for it.
    await tx
      .insertInto('settings')
      .values({ name: MODE, value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    if (sandbox) return refuseSandboxOnProduction({ kysely: tx });
    const leftovers = await describeLeftovers({ kysely: tx });
    if (leftovers.length === 0) return;
    const list = leftovers.map((one) => `- ${one}`).join('\n');
    throw new ModeError(
      `This database was used with --sandbox and holds what must not meet real payments:\n${list}\nUse another DATABASE_URL, or, unless orders of your own are paid there, remove it: flight-offset-gateway sandbox remove`,
    );
  });
}
