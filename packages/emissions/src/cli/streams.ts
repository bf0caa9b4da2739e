/** What a command reads and writes besides files: those of the process, or others in their place. */
import type { Readable } from 'node:stream';

export interface Streams {
  readonly stdin: Readable;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
}
