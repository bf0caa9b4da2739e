/** Output of the estimates: a file that appears only when it is complete, or standard output. */
import { once } from 'node:events';
import { type Stats, statSync } from 'node:fs';
import { type FileHandle, open, realpath, rename, truncate } from 'node:fs/promises';
import { UsageError } from './usage.ts';

/** A destination for text. */
export interface Output {
  /** Writes text; resolves once there is room for more. */
  readonly write: (text: string) => Promise<void>;
  /** Ends the output: once this resolves, a file is on disk and in its place. */
  readonly complete: () => Promise<void>;
  /** Releases an output that will not be completed; the text written so far stays. */
  readonly abandon: () => Promise<void>;
}

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

/** Tests whether two paths lead to one file, by whatever links. */
function isSameFile(a: string, b: string): boolean {
  const [first, second] = [statOf(a), statOf(b)];
  return first !== undefined && second !== undefined && first.dev === second.dev && first.ino === second.ino;
}

/** Creates an output on a stream that stays open, such as standard output. */
export function streamOutput(stream: NodeJS.WritableStream): Output {
  return {
    async write(text) {
      if (text !== '' && !stream.write(text)) await once(stream, 'drain');
    },
    complete: async () => undefined,
    abandon: async () => undefined,
  };
}

/**
 * Returns the name of the file that an unfinished run leaves beside `path`, or beside the target of a link at `path`.
 */
export async function partialOf(path: string): Promise<string> {
  return `${statOf(path) ? await realpath(path) : path}.partial`;
}

async function finish(file: FileHandle, partial: string, path: string): Promise<void> {
  await file.sync();
  await file.close();
  await rename(partial, path);
}

/**
 * Creates an output that appears at `path` once it is complete: until then `path` is unchanged, and the text written so
 * far is in the file of {@link partialOf}. Pipes and devices are written to directly.
 * @param input Path of the input file; undefined for standard input.
 * @param keep Bytes to keep of the file that an interrupted run left; undefined to start from scratch.
 * @throws UsageError if `path` is the input, or the file of an interrupted run would be lost.
 */
export async function fileOutput(
  path: string,
  input: string | undefined,
  keep: number | undefined,
): Promise<Output> {
  if (input !== undefined && isSameFile(input, path))
    throw new UsageError(`--out ${path} is the input itself: give another file`);
  const stats = statOf(path);
  if (stats?.isDirectory()) throw new UsageError(`--out ${path} is a folder: give a file`);
  const isDevice = stats !== undefined && !stats.isFile();
  const partial = await partialOf(path);
  if (!isDevice && keep === undefined && statOf(partial) !== undefined)
    throw new UsageError(
      `${partial} is left of an interrupted run: remove it, or continue a run of --csv with --resume`,
    );
  if (keep !== undefined) await truncate(partial, keep);
  const written = isDevice ? path : partial;
  const file = await open(written, openingFlag(isDevice, keep !== undefined));
  return {
    async write(text) {
      try {
        await file.writeFile(text);
      } catch (error) {
        // Such as a full disk, which Node reports without the file.
        throw new Error(`${written} cannot be written: ${(error as Error).message}`, { cause: error });
      }
    },
    complete: () => (isDevice ? file.close() : finish(file, partial, partial.slice(0, -'.partial'.length))),
    abandon: () => file.close(),
  };
}

/** Returns the flag to open the output with: a new file must not exist, and a continued one is appended to. */
function openingFlag(isDevice: boolean, isContinued: boolean): 'w' | 'a' | 'wx' {
  if (isDevice) return 'w';
  return isContinued ? 'a' : 'wx';
}
