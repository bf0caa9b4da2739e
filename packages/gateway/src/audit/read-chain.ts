import type { Database } from '../store/engine.ts';
import type { AuditEntryRow } from '../store/schema.ts';

/** An entry with the name that belongs to it, unless that was erased. */
export type ChainEntry = AuditEntryRow & { readonly name: string | null; readonly salt: string | null };

/** Entries read at a time. */
const PAGE = 1000;

/** Returns a query of entries, each with the name that belongs to it. */
export function namedEntries({ reader }: Pick<Database, 'reader'>) {
  return reader
    .selectFrom('audit_log')
    .leftJoin('audit_names', (join) =>
      join
        .onRef('audit_names.merchant_id', '=', 'audit_log.merchant_id')
        .onRef('audit_names.number', '=', 'audit_log.number'),
    )
    .selectAll('audit_log')
    .select('audit_names.name');
}

/** Reads the entries of a chain in order, including those added meanwhile. */
export async function* readChain(db: Database, merchantId: string): AsyncGenerator<ChainEntry> {
  for (let last = 0; ; ) {
    const page: ChainEntry[] = await namedEntries(db)
      .select('audit_names.salt')
      .where('audit_log.merchant_id', '=', merchantId)
      .where('audit_log.number', '>', last)
      .orderBy('audit_log.number')
      .limit(PAGE)
      .execute();
    yield* page;
    const end = page.at(-1);
    if (!end) return;
    last = end.number;
  }
}
