import type { Writable } from 'node:stream';

/** Where a command prints: a terminal, a pipe, or what a test reads. */
export type Output = Writable & {
  readonly isTTY?: boolean;
  /** Width of a terminal. */
  readonly columns?: number;
};

/** Prints a text, and waits where the reader is slower than the command. */
export async function writeText(out: Output, text: string): Promise<void> {
  if (out.write(text)) return;
  await new Promise((resolve) => out.once('drain', resolve));
}
