import type { Writable } from 'node:stream';
import { harmlessLines } from './field.ts';

/** Where a command prints: a terminal, a pipe, or what a test reads. */
export type Output = Writable & {
  readonly isTTY?: boolean;
  /** Width of a terminal. */
  readonly columns?: number;
};

/**
 * Prints whole lines of CSV, and waits where the reader is slower than the command. In a terminal, what payers wrote is
 * written out where it would steer it.
 */
export async function writeCsv(out: Output, lines: string): Promise<void> {
  if (out.write(out.isTTY ? harmlessLines(lines, '\r\n') : lines)) return;
  await new Promise((resolve) => out.once('drain', resolve));
}
