/** A bar that a measure has to clear. */
export type Bar = { readonly atLeast: number } | { readonly atMost: number };

/** One measured figure. Ratios, measured side by side in one run, carry the bars: machines are noisy. */
export interface Measure {
  /** Name of the measure in the table. */
  readonly name: string;
  readonly value: number;
  /** Unit, such as `×`, `op/s`, `ms`, `bytes`. */
  readonly unit: string;
  readonly bar?: Bar;
}

/** Exports of a file `<packages or examples>/<name>/bench/<subject>.bench.ts`. */
export interface BenchModule {
  bench(): Promise<readonly Measure[]>;
}

/** Tests whether a measure clears its bar; true if it has none. */
export function meetsBar({ value, bar }: Measure): boolean {
  if (!bar) return true;
  return 'atLeast' in bar ? value >= bar.atLeast : value <= bar.atMost;
}

/**
 * Runs two functions in turn, so that a busy moment of the machine affects both. @returns The median of each, in ms.
 */
export async function sideBySide(
  runs: number,
  first: () => unknown,
  second: () => unknown,
): Promise<{ first: number; second: number }> {
  const times: [number[], number[]] = [[], []];
  for (let run = -1; run < runs; run++) {
    for (const [index, subject] of [first, second].entries()) {
      const started = performance.now();
      await subject();
      // The first round warms up both and is not counted.
      if (run >= 0) times[index]?.push(performance.now() - started);
    }
  }
  return { first: median(times[0]), second: median(times[1]) };
}

/** Returns the median. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
