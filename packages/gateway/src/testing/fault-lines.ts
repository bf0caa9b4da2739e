import assert from 'node:assert/strict';
import { type Logger, pino } from 'pino';
import { errorForLog } from '../operation/error-for-log.ts';

/** A line about a fault. */
interface FaultLine {
  readonly time: number;
  readonly msg: string;
  readonly repeated?: number;
  readonly err?: { readonly code?: string; readonly message: string };
}

/** A log of errors, kept for a test to inspect. */
export interface FaultLines {
  readonly log: Logger;
  /** Number of requests that its lines stand for. */
  faults(): number;
  /** Codes of the logged errors. */
  causes(): ReadonlySet<string>;
  messages(): readonly string[];
  /** @throws if two lines of one cause are less than a second apart. */
  assertOnePerSecond(): void;
}

/** Opens a log of errors. */
export function captureFaultLines(): FaultLines {
  const lines: FaultLine[] = [];
  const log = pino(
    { level: 'error', serializers: { err: (error: unknown) => errorForLog(error) } },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  return {
    log,
    faults: () =>
      lines.filter(({ msg }) => msg === 'fault').reduce((sum, { repeated = 1 }) => sum + repeated, 0),
    messages: () => lines.map(({ msg }) => msg),
    causes: () => new Set(lines.flatMap(({ err }) => err?.code ?? [])),
    assertOnePerSecond() {
      assert.ok(lines.length > 0, 'a fault that nobody sees in the log');
      const last = new Map<string, number>();
      for (const { msg, err, time } of lines) {
        const cause = `${msg}: ${err?.code ?? err?.message}`;
        const previous = last.get(cause) ?? Number.NEGATIVE_INFINITY;
        // The log and the timer round milliseconds differently.
        assert.ok(time - previous >= 990, `${cause}: ${time - previous} ms after its previous line`);
        last.set(cause, time);
      }
    },
  };
}
