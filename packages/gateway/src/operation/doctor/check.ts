import type { Config } from '../../config.ts';
import type { Sealer } from '../../credentials/seal.ts';
import type { Database } from '../../store/engine.ts';

/** A serving process does within a minute what is due: what waits for longer than this, milliseconds, is late. */
export const LATE_MS: number = 10 * 60 * 1000;

/** What is looked at. */
export interface Patient {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly config: Config;
  /** The time, milliseconds since 1970. */
  readonly now: () => number;
}

/** What one look found. A fault has to be mended; a warning is for a person to judge. */
export interface Verdict {
  readonly state: 'ok' | 'warning' | 'fault';
  /** What was seen: figures and identifiers, never a secret. */
  readonly said?: string;
  /** What to do about it. */
  readonly next?: string;
}

/** One thing to look at. */
export interface Check {
  /** How it should be, in words: "the database answers". */
  readonly name: string;
  /** What throws is a fault. */
  look(patient: Patient): Promise<Verdict>;
  /** Whether nothing further can be looked at where this is a fault. */
  readonly foundation?: boolean;
}

/** All is well. @param said what was seen, where it is worth knowing. */
export function ok(said?: string): Verdict {
  return { state: 'ok', ...(said === undefined ? {} : { said }) };
}

/** Something for a person to judge. */
export function warning(said: string, next: string): Verdict {
  return { state: 'warning', said, next };
}

/** Something that has to be mended. */
export function fault(said: string, next: string): Verdict {
  return { state: 'fault', said, next };
}

/** A time span in words: how long something has been so. */
export function ago(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 72 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
