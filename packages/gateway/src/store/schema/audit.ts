import type { Selectable } from 'kysely';
import type { Millis } from './millis.ts';

/** A change that staff made. Rows of a merchant form a chain; the operator's has the merchant ''. */
export interface AuditEntryTable {
  merchant_id: string;
  /** From 1, without gaps per chain. */
  number: number;
  at: Millis;
  channel: 'cli' | 'console' | 'api';
  /** Identifier of the API key or of the console's user; '' on the command line. */
  actor: string;
  action: string;
  /** Identifier of the changed object. */
  subject: string;
  /** JSON of the fields concerned, as they were. */
  before: string | null;
  /** JSON of the same fields, as they became. */
  after: string | null;
  /** Salted hash of the person's name, which is stored separately. */
  name_hash: string | null;
  /** Hash of the previous entry; '' for the first. */
  previous: string;
  hash: string;
}

/** Name of the person who made a change. Such a row may be erased; the entry stays. */
export interface AuditNameTable {
  merchant_id: string;
  number: number;
  name: string;
  salt: string;
}

/** The last entry of a chain. */
export interface AuditHeadTable {
  merchant_id: string;
  number: number;
  hash: string;
}

/** Changes that staff made. */
export interface AuditTables {
  audit_log: AuditEntryTable;
  audit_names: AuditNameTable;
  audit_heads: AuditHeadTable;
}

/** A stored entry of the audit log. */
export type AuditEntryRow = Selectable<AuditEntryTable>;
