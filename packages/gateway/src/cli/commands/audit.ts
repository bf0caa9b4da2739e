import { eraseName } from '../../audit/erase-name.ts';
import { type AuditEntry, listAudit } from '../../audit/list.ts';
import { OPERATOR_CHAIN } from '../../audit/record.ts';
import { type AuditHead, verifyAudit } from '../../audit/verify.ts';
import { counted } from '../../counted.ts';
import { analyzeTables } from '../../store/postgres/analyze-tables.ts';
import { inTransaction } from '../../store/transaction.ts';
import { type Command, type CommandContext, CommandError, storeCommand } from '../command.ts';
import { fieldText } from '../output/field.ts';
import { UsageError } from '../read-arguments.ts';
import { readLimit } from '../read-pages.ts';
import { requireMerchant } from './merchants.ts';

/** Name of the operator's chain on the command line. */
const OPERATOR = 'operator';

function readChain(text: string): string {
  return text === OPERATOR ? OPERATOR_CHAIN : text;
}

function chainName(merchantId: string): string {
  return merchantId === OPERATOR_CHAIN ? OPERATOR : merchantId;
}

/** Reads heads as `audit verify` prints them, separated by commas. */
function readHeads(text: string): AuditHead[] {
  return text.split(',').map((part) => {
    const [, chain = '', number = '', hash = ''] =
      /^(.+):([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(part.trim()) ?? [];
    if (hash === '') throw new UsageError('--head must be CHAIN:NUMBER:HASH as `audit verify` prints it.');
    return { merchant_id: readChain(chain), number: Number(number), hash };
  });
}

/** Lists the changed fields, each with its old and new value. */
function changeText({ before, after }: AuditEntry): string {
  const was = (before ?? {}) as Record<string, unknown>;
  const is = (after ?? {}) as Record<string, unknown>;
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const text = (name: string, row: Record<string, unknown>): string => fieldText(name, row[name], row);
  return names
    .map((name) => {
      const now = text(name, is);
      return name in was ? `${name}: ${text(name, was)} → ${now}` : `${name}: ${now}`;
    })
    .join(', ');
}

function forTable(entry: AuditEntry): object {
  const { merchantId, number, at, channel, actor, name, action, subject } = entry;
  const by = `${name ?? (actor || 'somebody')} (${channel})`;
  return { at, chain: chainName(merchantId), number, by, action, subject, change: changeText(entry) };
}

async function readChains({ db }: CommandContext): Promise<string[]> {
  const heads = await db.kysely
    .selectFrom('audit_heads')
    .select('merchant_id')
    .orderBy('merchant_id')
    .execute();
  return heads.map(({ merchant_id }) => merchant_id);
}

/**
 * Returns the chain that a text names. A chain without entries must be an existing merchant's. @throws CommandError if
 * it is not.
 */
async function requireChain(command: CommandContext, text: string): Promise<string> {
  const chain = readChain(text);
  const isKnown = chain === OPERATOR_CHAIN || (await readChains(command)).includes(chain);
  return isKnown ? chain : requireMerchant(command, chain);
}

/** Commands on the audit log. */
export const auditCommands: readonly Command[] = [
  storeCommand(
    'audit list [--merchant MERCHANT|operator] [--subject ID] [--limit N]',
    'Prints who changed what on the command line, in the console and through the API, newest first.',
    { options: ['merchant', 'subject', 'limit'] },
    async (command) => {
      const { merchant, subject, limit } = command.options;
      if (subject !== undefined && merchant === undefined) {
        throw new UsageError('--subject needs --merchant: subjects are looked up in one chain.');
      }
      const merchantId = merchant === undefined ? undefined : await requireChain(command, merchant);
      const entries = await listAudit(command.db, { merchantId, subject, limit: readLimit(limit) });
      command.print(entries, entries.map(forTable));
    },
  ),
  storeCommand(
    'audit verify [--head CHAIN:NUMBER:HASH,…]',
    'Verifies every chain of the audit log and prints their heads. Heads given with --head must be part of them.',
    { options: ['head'] },
    async ({ db, options: { head }, print }) => {
      const { entries, heads, faults } = await verifyAudit(db, head === undefined ? [] : readHeads(head));
      print({
        entries,
        heads: heads.map((one) => `${chainName(one.merchant_id)}:${one.number}:${one.hash}`),
      });
      if (faults.length === 0) return;
      const lines = faults.map((one) => `${chainName(one.merchantId)}, entry ${one.number}: ${one.detail}`);
      throw new CommandError(lines.join('\n'));
    },
  ),
  storeCommand(
    'audit erase NAME',
    'Erases the name of a staff member from the audit log. The entries and the chain stay.',
    {},
    async (command) => {
      const name = command.argument(0, 'NAME');
      let erased = 0;
      for (const chain of await readChains(command)) {
        erased += await inTransaction(command.db, (tx) => eraseName(tx, chain, name, command.by));
      }
      await analyzeTables(command.db, ['audit_names']);
      if (erased === 0) throw new CommandError('No entry of the audit log has that name.');
      command.print(`Name erased from ${counted(erased, 'entry', 'entries')}`);
    },
  ),
];
