import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isCurrency, toMinorUnits } from '@flight-offset/core';
import { type Accounts, accountsSchema } from '../payouts/accounts.ts';
import { LINE_COLUMNS, lineCsv, settledLines } from '../payouts/export-lines.ts';
import { findUnmatched } from '../payouts/find-unmatched.ts';
import { importReport } from '../payouts/import-report.ts';
import { JOURNAL_COLUMNS, journalCsv } from '../payouts/journal.ts';
import { disagreementOf, listPayouts, type SettledBetween } from '../payouts/list-payouts.ts';
import { REPORTING_PROVIDERS, ReportError, type ReportingProvider } from '../payouts/report-line.ts';
import { recordReceipt, resolveLine } from '../payouts/resolve.ts';
import { type Command, type CommandContext, CommandError, storeCommand, UsageError } from './command.ts';

const PROVIDERS = REPORTING_PROVIDERS.join(' or ');

function providerOf({ options, config }: CommandContext): ReportingProvider {
  const name = options.provider ?? config.GATEWAY_PROVIDER;
  const provider = REPORTING_PROVIDERS.find((one) => one === name);
  if (!provider) throw new UsageError(`--provider must be ${PROVIDERS}.`);
  return provider;
}

/** A file that the operator named could not be read. */
function unreadable(path: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw error.syscall === undefined ? error : new CommandError(`Cannot read ${path} (${error.code}).`);
  };
}

function readDate(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const at = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text)
    throw new UsageError(`--${name} must be a date such as 2026-11-30.`);
  return text;
}

function between({ from, to }: CommandContext['options']): SettledBetween {
  return { from: readDate('from', from), to: readDate('to', to) };
}

async function readAccounts(path: string | undefined): Promise<Accounts> {
  const text = path === undefined ? '{}' : await readFile(path, 'utf8').catch(unreadable(path));
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new CommandError(`${path} is not JSON.`);
  }
  const parsed = accountsSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CommandError(`${path}, ${issue?.path.join('.') || 'accounts'}: ${issue?.message}.`);
}

/** `EUR:975.20`. */
function readAmount(text = ''): { readonly currency: string; readonly amountMinor: number } {
  const [, currency = '', amount] = /^([A-Z]{3}):(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (!isCurrency(currency)) throw new UsageError('--amount must be an amount such as EUR:975.20.');
  return { currency, amountMinor: toMinorUnits(Number(amount), currency) };
}

/** Writes to standard output, as fast as its reader reads. */
async function write(text: string): Promise<void> {
  if (process.stdout.write(text)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}

/** What payment providers pay out. */
export const payoutCommands: readonly Command[] = [
  storeCommand(
    'payouts import FILE [--provider NAME]',
    `Imports a settlement report of ${PROVIDERS} (CSV). All of it or nothing; importing it again changes nothing.`,
    ['provider'],
    async (command) => {
      const path = command.argument(0, 'FILE');
      const provider = providerOf(command);
      const report = { provider, file: createReadStream(path) };
      const imported = await importReport(command.db, report, Date.now(), command.by).catch((error) => {
        if (error instanceof ReportError) throw new CommandError(`Nothing was imported: ${error.message}.`);
        return unreadable(path)(error);
      });
      command.print(imported);
    },
  ),
  storeCommand(
    'payouts list [--from DATE] [--to DATE]',
    'Prints payouts, newest first, each as payments, refunds, disputes, fees and tax.',
    ['from', 'to'],
    async ({ db, options, print }) => {
      const payouts = await listPayouts(db.kysely, between(options));
      print(payouts.map((one) => ({ ...one, problem: disagreementOf(one) ?? null })));
    },
  ),
  storeCommand(
    'payouts unmatched',
    'Prints money in settlement reports that is not what the gateway recorded, and why.',
    [],
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
    'Marks an unmatched line as resolved: you know what it is. It stays on the account for unmatched money.',
    [],
    async ({ db, argument, by }) => {
      const line = argument(0, 'LINE');
      if (!(await resolveLine(db, line, by))) throw new CommandError(`There is no unmatched line ${line}.`);
    },
  ),
  storeCommand(
    'payouts received PAYOUT --amount CURRENCY:AMOUNT [--provider NAME]',
    'Records what arrived at the bank of a payout; doctor reports a difference.',
    ['amount', 'provider'],
    async (command) => {
      const payout = command.argument(0, 'PAYOUT');
      const receipt = { provider: providerOf(command), payout, ...readAmount(command.options.amount) };
      if (!(await recordReceipt(command.db, receipt, Date.now(), command.by)))
        throw new CommandError(`No line of a payout ${payout} in ${receipt.currency} was imported.`);
    },
  ),
  storeCommand(
    'payouts export [--from DATE] [--to DATE]',
    'Prints every line of payouts as CSV, by date of settlement, with its order, fees and tax.',
    ['from', 'to'],
    async ({ db, options }) => {
      await write(`${LINE_COLUMNS.join(',')}\r\n`);
      for await (const line of settledLines(db.kysely, between(options))) await write(lineCsv(line));
    },
  ),
  storeCommand(
    'payouts journal [--from DATE] [--to DATE] [--accounts FILE]',
    'Prints payouts as double entries (CSV), by date of settlement, on the accounts that FILE names.',
    ['from', 'to', 'accounts'],
    async ({ db, options }) => {
      const accounts = await readAccounts(options.accounts);
      await write(`${JOURNAL_COLUMNS.join(',')}\r\n`);
      for await (const line of settledLines(db.kysely, between(options)))
        await write(journalCsv(line, accounts));
    },
  ),
];
