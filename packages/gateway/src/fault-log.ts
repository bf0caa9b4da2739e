import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';

/** Time during which one log line stands for every fault of the same cause, milliseconds. */
const QUIET_MS = 1000;

/** A fault: the error, and fields that identify the occasion. */
export interface Fault extends Readonly<Record<string, unknown>> {
  readonly err: unknown;
}

/** Faults in the log: one line per cause and second, however many requests fail while a database is down. */
export interface FaultLog {
  /**
   * Logs a fault. A fault with the same message and cause within a second of the previous line is only counted. The
   * line that ends the second has the last of these faults, and their number in `repeated`.
   */
  report(fault: Fault, message: string): void;
  /**
   * Logs the faults that were only counted so far. Nothing is logged from now on: closing the database fails whatever
   * it cuts off.
   */
  close(): void;
}

/** Faults of one cause since its last line. */
interface Cause {
  readonly message: string;
  last: Fault;
  /** Logs in the context of the last fault, so that the line belongs to its trace. */
  inContext: ReturnType<typeof AsyncLocalStorage.snapshot>;
  repeated: number;
  timer: NodeJS.Timeout;
}

/** Opens the log of faults. Its timers keep no process alive: close it, or the last count is lost. */
export function openFaultLog(log: Logger): FaultLog {
  const causes = new Map<string, Cause>();
  let closed = false;

  function write(cause: Cause): void {
    const { inContext, last, repeated, message } = cause;
    inContext(() => log.error({ ...last, repeated }, message));
    cause.repeated = 0;
  }

  function startSecond(key: string): NodeJS.Timeout {
    return setTimeout(endSecond, QUIET_MS, key).unref();
  }

  function endSecond(key: string): void {
    const cause = causes.get(key);
    if (!cause) return;
    if (cause.repeated === 0) {
      causes.delete(key);
      return;
    }
    write(cause);
    cause.timer = startSecond(key);
  }

  return {
    report(fault, message) {
      if (closed) return;
      const key = `${message}: ${causeOf(fault.err)}`;
      const known = causes.get(key);
      if (known) {
        known.last = fault;
        known.inContext = AsyncLocalStorage.snapshot();
        known.repeated += 1;
        return;
      }
      log.error(fault, message);
      const inContext = AsyncLocalStorage.snapshot();
      causes.set(key, { message, last: fault, inContext, repeated: 0, timer: startSecond(key) });
    },
    close() {
      closed = true;
      for (const cause of causes.values()) {
        clearTimeout(cause.timer);
        if (cause.repeated > 0) write(cause);
      }
      causes.clear();
    },
  };
}

/** Returns the code of an error, or its kind and message if it has none. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && error.code !== undefined ? String(error.code) : `${error.name} ${error.message}`;
}
