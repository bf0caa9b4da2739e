/** Standard streams of a command: those of the process, or replacements. */
import type { Readable } from 'node:stream';

export interface Streams {
  readonly stdin: Readable;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
}
