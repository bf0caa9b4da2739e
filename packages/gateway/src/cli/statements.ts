import { closeStatements, markStatementPaid, StatementError } from '../statements/close.ts';
import { findStatement, listStatements } from '../statements/find.ts';
import { isPeriod } from '../statements/period.ts';
import { type Command, CommandError, storeCommand, UsageError } from './command.ts';
import { requireMerchant } from './merchants.ts';

/** What merchants owe for orders whose money they collected. */
export const statementCommands: readonly Command[] = [
  storeCommand(
    'statements list MERCHANT',
    'Prints the statements of a merchant: open ones by currency, then closed ones, newest first.',
    [],
    async (work) => {
      const merchant = await requireMerchant(work, work.argument(0, 'MERCHANT'));
      work.print(await listStatements(work.db.kysely, merchant, Date.now()));
    },
  ),
  storeCommand(
    'statements show MERCHANT STATEMENT',
    'Prints a statement with its lines.',
    [],
    async (work) => {
      const merchant = await requireMerchant(work, work.argument(0, 'MERCHANT'));
      const id = work.argument(1, 'STATEMENT');
      const statement = await findStatement(work.db.kysely, merchant, id, Date.now());
      if (!statement) throw new CommandError(`The merchant ${merchant} has no statement ${id}.`);
      work.print(statement);
    },
  ),
  storeCommand(
    'statements close --merchant MERCHANT --period YYYY-MM',
    'Closes what a merchant owes up to the end of a month: one statement per currency. Prints them.',
    ['merchant', 'period'],
    async (work) => {
      const { merchant, period = '' } = work.options;
      if (merchant === undefined) throw new UsageError('--merchant is missing.');
      if (!isPeriod(period)) throw new UsageError('--period must be a month such as 2026-11.');
      work.print(await explained(closeStatements(work.db, merchant, period, Date.now())));
    },
  ),
  storeCommand(
    'statements paid STATEMENT',
    "Marks a closed statement as paid; it no longer counts towards the merchant's limit.",
    [],
    async (work) => {
      work.print(await explained(markStatementPaid(work.db, work.argument(0, 'STATEMENT'), Date.now())));
    },
  ),
];

function explained<T>(result: Promise<T>): Promise<T> {
  return result.catch((error: unknown) => {
    throw error instanceof StatementError ? new CommandError(`${error.message}.`) : error;
  });
}
