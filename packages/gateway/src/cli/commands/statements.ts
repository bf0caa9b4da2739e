import { isSandbox } from '../../merchants/is-sandbox.ts';
import { LINES_TO_READ, statementContent } from '../../pdf/statement-content.ts';
import { closeStatements } from '../../statements/close.ts';
import { closedStatementJson, findStatement, listStatements } from '../../statements/find.ts';
import type { FoundStatement } from '../../statements/found-statement.ts';
import { markStatement, type StatementMark } from '../../statements/mark-paid.ts';
import { isPeriod } from '../../statements/period.ts';
import { withFirstLines, withLines } from '../../statements/read-lines.ts';
import { type Command, type CommandContext, CommandError, storeCommand } from '../command.ts';
import { writeGivenFile } from '../given-file.ts';
import { UsageError } from '../read-arguments.ts';
import { requireMerchant } from './merchants.ts';

/** Finds the statement of the arguments MERCHANT and STATEMENT. @throws CommandError if there is none. */
async function requireStatement(command: CommandContext): Promise<FoundStatement> {
  const merchant = await requireMerchant(command);
  const id = command.argument(1, 'STATEMENT');
  const found = await findStatement(command.db.kysely, merchant, id, command.now());
  if (!found) throw new CommandError(`The merchant ${merchant} has no statement ${id}.`);
  return found;
}

/** Creates a command that marks a statement and prints its new state. */
function markCommand(usage: string, about: string, state: StatementMark['state']): Command {
  return storeCommand(usage, about, {}, async (command) => {
    const id = command.argument(0, 'STATEMENT');
    const marked = await markStatement(command.db, id, { state, at: command.now(), by: command.by });
    command.print(closedStatementJson(marked));
  });
}

/** Commands on statements: debts of merchants for orders whose money they collected. */
export const statementCommands: readonly Command[] = [
  storeCommand(
    'statements list MERCHANT',
    'Prints the statements of a merchant: open ones by currency, then closed ones, newest first.',
    {},
    async (command) => {
      const merchant = await requireMerchant(command);
      const statements = await listStatements(command.db.kysely, merchant, command.now());
      const forTable = statements.map(({ id, number, period, state, currency, total_minor }) => ({
        statement: id,
        number,
        period,
        state,
        currency,
        total_minor,
      }));
      command.print(statements, forTable);
    },
  ),
  storeCommand(
    'statements show MERCHANT STATEMENT',
    'Prints a statement with its lines.',
    {},
    async (command) => {
      command.print(await withLines(command.db.kysely, await requireStatement(command)));
    },
  ),
  storeCommand(
    'statements pdf MERCHANT STATEMENT --out FILE',
    'Writes a statement as PDF.',
    { options: ['out'] },
    async (command) => {
      const out = command.required('out');
      const found = await requireStatement(command);
      const printed = await withFirstLines(command.db.kysely, found, LINES_TO_READ);
      // Loaded only here, because the fonts and the library load slowly.
      const { statementPdf } = await import('../../pdf/statement-pdf.ts');
      const pdf = await statementPdf(
        statementContent(printed, found.merchantName, isSandbox(command.config, found)),
      );
      await writeGivenFile(out, pdf);
      command.print(out);
    },
  ),
  storeCommand(
    'statements close --merchant MERCHANT --period YYYY-MM',
    'Closes what a merchant owes up to the end of a month: one statement per currency and tax of orders. Prints them.',
    { options: ['merchant', 'period'] },
    async (command) => {
      const period = command.required('period');
      if (!isPeriod(period)) throw new UsageError('--period must be a month such as 2026-11.');
      const closed = await closeStatements(command.db, command.required('merchant'), {
        period,
        at: command.now(),
        by: command.by,
      });
      command.print(closed.map(closedStatementJson));
    },
  ),
  markCommand(
    'statements paid STATEMENT',
    "Marks a closed statement as paid; it no longer counts towards the merchant's limit.",
    'paid',
  ),
  markCommand(
    'statements unpaid STATEMENT',
    'Marks a paid statement as unpaid, for example after a returned debit; it counts towards the limit again.',
    'closed',
  ),
];
