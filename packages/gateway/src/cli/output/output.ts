import type { Writable } from 'node:stream';
import { escapeControlsInLines } from './field.ts';

/** Destination of a command's output: a terminal, a pipe, or a test's stream. */
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
  if (out.write(out.isTTY ? escapeControlsInLines(lines, '\r\n') : lines)) return;
  await new Promise((resolve) => out.once('drain', resolve));
}

/** Prints a text. @returns once it is written, whether or not anybody reads it. @throws the system's error. */
export async function writeThrough(out: Output, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    // A program that ends on output errors leaves them to a listener while there is one.
    out.once('error', reject);
    out.write(text, (error) => {
      if (error) return reject(error);
      out.off('error', reject);
      resolve();
    });
  });
}
