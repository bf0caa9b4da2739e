import type { Database } from '../store/engine.ts';
import type { AuditHeadTable } from '../store/schema.ts';
import { entryHash, FIRST_PREVIOUS, nameHash } from './entry-hash.ts';
import { NAMES_ERASED } from './erase-name.ts';
import { type ChainEntry, readChain } from './read-chain.ts';
import { CHAIN_STARTED, OPERATOR_CHAIN } from './record.ts';

/** The last entry of a chain: a copy kept elsewhere proves that nothing before it changed. */
export type AuditHead = Readonly<AuditHeadTable>;

/** The place where a chain is broken. */
export interface AuditFault {
  readonly merchantId: string;
  /** The entry concerned. */
  readonly number: number;
  /** The fault, in words. */
  readonly detail: string;
}

/** The result of verifying the audit log. */
export interface AuditVerdict {
  readonly entries: number;
  /** The heads of all intact chains. */
  readonly heads: readonly AuditHead[];
  /** The first fault of each chain. */
  readonly faults: readonly AuditFault[];
}

/**
 * Reads every chain and checks it for entries that were changed, removed, inserted or moved, names that were changed or
 * removed without a record of it, and chains that were cut off at the end or removed as a whole.
 * @param known heads noted earlier: each must still be part of its chain.
 */
export async function verifyAudit(db: Database, known: readonly AuditHead[] = []): Promise<AuditVerdict> {
  const chains = await chainsOf(db, known);
  const heads: AuditHead[] = [];
  const faults: AuditFault[] = [];
  let entries = 0;
  for (const merchantId of chains) {
    const own = known.filter((one) => one.merchant_id === merchantId);
    const chain = await verifyChain(db, merchantId, own);
    entries += chain.entries;
    if (chain.head) heads.push(chain.head);
    if (chain.fault) faults.push(chain.fault);
  }
  return { entries, heads, faults };
}

/** Lists every chain that has an entry, a head, a beginning in the operator's chain, or a head noted earlier. */
async function chainsOf({ reader }: Database, known: readonly AuditHead[]): Promise<string[]> {
  const found = await reader
    .selectFrom('audit_heads')
    .select('merchant_id')
    .union(reader.selectFrom('audit_log').select('merchant_id').distinct())
    .union(
      reader
        .selectFrom('audit_log')
        .select('subject as merchant_id')
        .where('merchant_id', '=', OPERATOR_CHAIN)
        .where('action', '=', CHAIN_STARTED),
    )
    .execute();
  const all = [...found, ...known].map(({ merchant_id }) => merchant_id);
  return [...new Set(all)].sort();
}

interface Chain {
  readonly entries: number;
  readonly head?: AuditHead;
  readonly fault?: AuditFault;
}

async function verifyChain(db: Database, merchantId: string, known: readonly AuditHead[]): Promise<Chain> {
  // Entries may be added meanwhile: the chain must contain the head read here, and not go past the head read
  // afterwards.
  const atFirst = await headOf(db, merchantId);
  const expected = atFirst ? [...known, atFirst] : known;
  const nameless = new Set<number>();
  let number = 0;
  let hash = FIRST_PREVIOUS;
  const broken = (at: number, detail: string): Chain => ({
    entries: number,
    fault: { merchantId, number: at, detail },
  });
  for await (const entry of readChain(db, merchantId)) {
    const fault = faultOf(entry, { number, hash });
    if (fault) return broken(fault === 'missing' ? number + 1 : entry.number, FAULTS[fault]);
    number = entry.number;
    hash = entry.hash;
    if (expected.some((one) => one.number === entry.number && one.hash !== entry.hash))
      return broken(number, FAULTS.rewritten);
    noteRemovedName(nameless, entry);
  }
  const end = Math.max(0, ...expected.map((one) => one.number));
  if (number < end || number === 0) return broken(number + 1, FAULTS.missing);
  const atLast = await headOf(db, merchantId);
  if (number > (atLast?.number ?? 0)) return broken(number, FAULTS.unknown);
  const [removed] = nameless;
  if (removed !== undefined) return broken(removed, FAULTS.nameless);
  return { entries: number, head: { merchant_id: merchantId, number, hash } };
}

/** Adds an entry whose name was removed; takes out the entries for which a later one records it. */
function noteRemovedName(nameless: Set<number>, entry: ChainEntry): void {
  if (entry.name_hash !== null && entry.name === null) nameless.add(entry.number);
  if (entry.action !== NAMES_ERASED) return;
  for (const one of numbersOf(entry)) nameless.delete(one);
}

const FAULTS = {
  missing: 'it is missing',
  changed: 'it was changed',
  moved: 'it does not follow the previous one',
  renamed: 'its name was changed',
  nameless: 'its name was removed, and no entry says so',
  rewritten: 'the chain was rewritten: it has another hash than the head noted',
  unknown: 'it stands past the end of the chain',
} as const;

function faultOf(
  entry: ChainEntry,
  previous: { readonly number: number; readonly hash: string },
): keyof typeof FAULTS | undefined {
  if (entry.number !== previous.number + 1) return 'missing';
  if (entryHash(entry) !== entry.hash) return 'changed';
  if (entry.previous !== previous.hash) return 'moved';
  const { name, salt, name_hash } = entry;
  if (name !== null && nameHash(name, salt ?? '') !== name_hash) return 'renamed';
  return undefined;
}

function numbersOf({ after }: ChainEntry): number[] {
  return JSON.parse(after ?? '{}').numbers ?? [];
}

async function headOf({ reader }: Database, merchantId: string): Promise<AuditHead | undefined> {
  return reader
    .selectFrom('audit_heads')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
}
