/** A bar which a measure has to clear. */
export type Bar = { readonly atLeast: number } | { readonly atMost: number };

/** One measured figure. Ratios, measured side by side in one run, carry the bars: machines are noisy. */
export interface Measure {
  /** What was measured, as the table says it. */
  readonly name: string;
  readonly value: number;
  /** Such as `×`, `op/s`, `ms`, `bytes`. */
  readonly unit: string;
  readonly bar?: Bar;
}

/** What a file `<packages or examples>/<name>/bench/<subject>.bench.ts` exports. */
export interface BenchModule {
  bench(): Promise<readonly Measure[]>;
}

/** Whether a measure clears its bar; true where it has none. */
export function clears({ value, bar }: Measure): boolean {
  if (!bar) return true;
  return 'atLeast' in bar ? value >= bar.atLeast : value <= bar.atMost;
}

/** Runs of two functions in turn, so that a busy moment of the machine meets both; the medians of each, in ms. */
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

/** The middle of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
