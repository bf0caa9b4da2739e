import type { Writable } from 'node:stream';
import { harmlessLines } from './field.ts';

/** Where a command prints: a terminal, a pipe, or what a test reads. */
export type Output = Writable & {
  readonly isTTY?: boolean;
  /** Width of a terminal. */
  readonly columns?: number;
};

/**
 * Prints whole lines of CSV, and waits if the reader is slower than the command. In a terminal, control characters in
 * payers' text are escaped.
 */
export async function writeCsv(out: Output, lines: string): Promise<void> {
  if (out.write(out.isTTY ? harmlessLines(lines, '\r\n') : lines)) return;
  await new Promise((resolve) => out.once('drain', resolve));
}

/**
 * Prints a text. @returns once it is written, which does not mean that anybody reads it. @throws what the system
 * reports.
 */
export async function writeThrough(out: Output, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    // While there is a listener, a program that ends with its output leaves the error to it.
    out.once('error', reject);
    out.write(text, (error) => {
      if (error) return reject(error);
      out.off('error', reject);
      resolve();
    });
  });
}
