import type { Config } from '../../config.ts';
import type { Sealer } from '../../credentials/seal.ts';
import type { Database } from '../../store/engine.ts';

/** Due work waiting for longer than this, milliseconds, is late: a serving process does it within a minute. */
export const LATE_MS: number = 10 * 60 * 1000;

/** What the checks read. */
export interface CheckContext {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly config: Config;
  /** The time, milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Whether to read each order of published batches, and the whole file of SQLite, too. Default: false; it takes more
   * time than a serving process can spare.
   */
  readonly readsAll?: boolean;
}

/** The result of one check. A fault has to be fixed; a warning is for a person to judge. */
export interface Verdict {
  readonly state: 'ok' | 'warning' | 'fault';
  /** What was found: figures and identifiers, never a secret. */
  readonly detail?: string;
  /** The next step: a command or an instruction. */
  readonly next?: string;
}

/** One check. */
export interface Check {
  /** The state it verifies: "Database schema is up to date". */
  readonly name: string;
  /** An error it throws is a fault. */
  run(context: CheckContext): Promise<Verdict>;
  /** Whether later checks are meaningless if it fails. */
  readonly foundation?: boolean;
}

/** The check passed. @param detail what was found, if it is worth knowing. */
export function ok(detail?: string): Verdict {
  return { state: 'ok', ...(detail === undefined ? {} : { detail }) };
}

/** Something for a person to judge. */
export function warning(detail: string, next: string): Verdict {
  return { state: 'warning', detail, next };
}

/** Something that has to be fixed. */
export function fault(detail: string, next: string): Verdict {
  return { state: 'fault', detail, next };
}
