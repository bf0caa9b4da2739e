/** Shows the progress of a long run on a terminal. */

/** A progress bar. */
export interface Progress {
  /**
   * Draws the bar at `part` (0 to 1); without a part, as for standard input or a pipe of unknown size, only the count.
   */
  readonly show: (part: number | undefined, flights: number) => void;
  /** Clears it. */
  readonly done: () => void;
}

const WIDTH = 30;
/** Minimum time between two drawings, milliseconds. */
const PAUSE_MS = 100;

function bar(part: number): string {
  // A file that grows while it is read yields more than its size.
  const shown = Math.min(1, part);
  const filled = Math.round(WIDTH * shown);
  return `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${(100 * shown).toFixed(0).padStart(3)} % `;
}

/** Creates a bar on `stream`; it draws nothing if that is not a terminal. */
export function createProgress(stream: { isTTY?: boolean; write: (text: string) => unknown }): Progress {
  let last = 0;
  function show(part: number | undefined, flights: number): void {
    if (!stream.isTTY || Date.now() - last < PAUSE_MS) return;
    last = Date.now();
    stream.write(`\r${part === undefined || !Number.isFinite(part) ? '' : bar(part)}${flights} flights`);
  }
  function done(): void {
    if (stream.isTTY && last > 0) stream.write(`\r${' '.repeat(WIDTH + 30)}\r`);
  }
  return { show, done };
}
