import { createReadStream } from 'node:fs';
import { parse, ValidationError } from '@flight-offset/core';
import { counted } from '../../counted.ts';
import { type Accounts, accountsSchema } from '../../payouts/accounts.ts';
import { parseBankAmount } from '../../payouts/bank-amount.ts';
import { LINE_COLUMNS, lineCsv, settledLines } from '../../payouts/export-lines.ts';
import { findUnmatched } from '../../payouts/find-unmatched.ts';
import { importReport } from '../../payouts/import-report.ts';
import { JOURNAL_COLUMNS, journalCsv } from '../../payouts/journal.ts';
import { disagreementOf, listPayouts, type SettledBetween } from '../../payouts/list-payouts.ts';
import { removePayout } from '../../payouts/remove.ts';
import { REPORTING_PROVIDERS, type ReportingProvider } from '../../payouts/report-line.ts';
import { recordBankReceipt, resolveLine } from '../../payouts/resolve.ts';
import { type Command, type CommandContext, CommandError, storeCommand } from '../command.ts';
import { requireNotFolder } from '../given-file.ts';
import { writeCsv } from '../output/output.ts';
import { UsageError } from '../read-arguments.ts';
import { readDates } from '../read-date.ts';
import { readJson } from '../read-json.ts';

const PROVIDERS = REPORTING_PROVIDERS.join(' or ');

function providerOf({ options, config }: CommandContext): ReportingProvider {
  const name = options.provider ?? config.GATEWAY_PROVIDER;
  const provider = REPORTING_PROVIDERS.find((one) => one === name);
  if (!provider) throw new UsageError(`--provider must be ${PROVIDERS}.`);
  return provider;
}

const readSettledBetween = (options: CommandContext['options']): SettledBetween =>
  readDates(options, 'left out');

async function readAccounts(path: string | undefined): Promise<Accounts> {
  const given = path === undefined ? {} : await readJson(path);
  try {
    return parse(accountsSchema, given, 'accounts');
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new CommandError(`${path}, ${error.message}`);
  }
}

/** Reads an amount such as `EUR:975.20`. */
function readAmount(text: string): { readonly currency: string; readonly amountMinor: number } {
  const [currency = '', amount = '', ...rest] = text.split(':');
  if (amount === '' || rest.length > 0)
    throw new UsageError('--amount must be an amount such as EUR:975.20.');
  const read = parseBankAmount(amount, currency);
  if ('problem' in read) throw new UsageError(`--amount ${read.problem}.`);
  return { currency, amountMinor: read.minor };
}

/** Commands on payouts of payment providers. */
export const payoutCommands: readonly Command[] = [
  storeCommand(
    'payouts import FILE [--provider NAME]',
    `Imports a settlement report of ${PROVIDERS} (CSV), all of it or nothing.`,
    { options: ['provider'] },
    async (command) => {
      const path = command.argument(0, 'FILE');
      const provider = providerOf(command);
      const report = { provider, file: createReadStream(requireNotFolder(path)) };
      command.print(await importReport(command.db, report, command.now(), command.by));
    },
  ),
  storeCommand(
    'payouts list [--from DATE] [--to DATE]',
    'Prints payouts, newest first: payments, refunds, disputes, fees and tax.',
    { options: ['from', 'to'] },
    async ({ db, options, print }) => {
      const payouts = await listPayouts(db.kysely, readSettledBetween(options));
      print(payouts.map((one) => ({ ...one, problem: disagreementOf(one) ?? null })));
    },
  ),
  storeCommand(
    'payouts unmatched',
    'Prints lines of settlement reports that do not match what the gateway recorded, and why.',
    {},
    async ({ db, print }) => {
      const unmatched = await findUnmatched(db.kysely);
      print(
        unmatched.map(({ line, problem }) => ({
          line: line.id,
          provider: line.provider,
          payout: line.payout,
          kind: line.kind,
          payment_reference: line.payment_reference,
          refund_reference: line.reference,
          currency: line.currency,
          gross_minor: line.gross_minor,
          settled_on: line.settled_on,
          problem,
        })),
      );
    },
  ),
  storeCommand(
    'payouts resolve LINE',
    'Marks an unmatched line as resolved. It stays on the account for unmatched money.',
    {},
    async ({ db, argument, by, print }) => {
      const line = argument(0, 'LINE');
      if (!(await resolveLine(db, line, by))) throw new CommandError(`There is no unmatched line ${line}.`);
      print(`Line ${line} resolved`);
    },
  ),
  storeCommand(
    'payouts received PAYOUT --amount CURRENCY:AMOUNT [--provider NAME]',
    'Records how much of a payout arrived at the bank; doctor reports a difference.',
    { options: ['amount', 'provider'] },
    async (command) => {
      const payout = command.argument(0, 'PAYOUT');
      const receipt = { provider: providerOf(command), payout, ...readAmount(command.required('amount')) };
      if (!(await recordBankReceipt(command.db, receipt, { at: command.now(), by: command.by })))
        throw new CommandError(`No line of a payout ${payout} in ${receipt.currency} was imported.`);
      command.print(`Receipt of ${payout} recorded`);
    },
  ),
  storeCommand(
    'payouts remove PAYOUT [--provider NAME]',
    'Removes a payout with its lines, for example one of another account.',
    { options: ['provider'] },
    async (command) => {
      const payout = command.argument(0, 'PAYOUT');
      const lines = await removePayout(command.db, { provider: providerOf(command), payout }, command.by);
      if (lines === 0) throw new CommandError(`No line of a payout ${payout} was imported.`);
      command.print(`Payout ${payout} removed, with ${counted(lines, 'line')}`);
    },
  ),
  storeCommand(
    'payouts export [--from DATE] [--to DATE]',
    'Prints every line of payouts as CSV, by date of settlement, with its order, fees and tax.',
    { options: ['from', 'to'], csv: true },
    async ({ db, options, out }) => {
      const settled = readSettledBetween(options);
      await writeCsv(out, `${LINE_COLUMNS.join(',')}\r\n`);
      for await (const line of settledLines(db.kysely, settled)) await writeCsv(out, lineCsv(line));
    },
  ),
  storeCommand(
    'payouts journal [--from DATE] [--to DATE] [--accounts FILE]',
    'Prints payouts as double entries (CSV), by date of settlement, on the accounts that FILE names.',
    { options: ['from', 'to', 'accounts'], csv: true },
    async ({ db, options, out }) => {
      const settled = readSettledBetween(options);
      const accounts = await readAccounts(options.accounts);
      await writeCsv(out, `${JOURNAL_COLUMNS.join(',')}\r\n`);
      for await (const line of settledLines(db.kysely, settled))
        await writeCsv(out, journalCsv(line, accounts));
    },
  ),
];
