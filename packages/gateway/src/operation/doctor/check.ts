import type { Config } from '../../config.ts';
import type { Sealer } from '../../credentials/seal.ts';
import type { Database } from '../../store/engine.ts';

/** Due work that waits for longer than this, milliseconds, is late: a serving process does it within a minute. */
export const LATE_MS: number = 10 * 60 * 1000;

/** Context that the checks read. */
export interface CheckContext {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly config: Config;
  /** The time, milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Whether also to read each order of published batches, and the whole file of SQLite. Default: false; it takes more
   * time than a serving process can spare.
   */
  readonly readsAll?: boolean;
}

/** Result of one check. A fault has to be fixed; a person judges a warning. */
export interface Verdict {
  readonly state: 'ok' | 'warning' | 'fault';
  /** Finding: figures and identifiers, never a secret. */
  readonly detail?: string;
  /** The next step: a command or an instruction. */
  readonly next?: string;
}

/** One check. */
export interface Check {
  /** The state that it verifies: "Database schema is up to date". */
  readonly name: string;
  /** An error that it throws is a fault. */
  run(context: CheckContext): Promise<Verdict>;
  /** Whether later checks are meaningless if this one fails. */
  readonly foundation?: boolean;
}

/** Returns the verdict of a check that passed. @param detail the finding, if it is worth knowing. */
export function ok(detail?: string): Verdict {
  return { state: 'ok', ...(detail === undefined ? {} : { detail }) };
}

/** Returns a verdict for a person to judge. */
export function warning(detail: string, next: string): Verdict {
  return { state: 'warning', detail, next };
}

/** Returns a verdict that has to be fixed. */
export function fault(detail: string, next: string): Verdict {
  return { state: 'fault', detail, next };
}
