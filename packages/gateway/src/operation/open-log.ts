import { type Logger, pino, stdTimeFunctions } from 'pino';
import { isTraced, traceIds } from '../tracing/trace.ts';

/** Maximum bytes of lines that wait for a slow reader: further lines are dropped. */
const MAX_WAITING = 16 * 1024 * 1024;

/** Levels by the names that log services read without being configured. */
const SEVERITIES: Readonly<Record<string, string>> = {
  debug: 'DEBUG',
  info: 'INFO',
  warn: 'WARNING',
  error: 'ERROR',
};

/** Opens the log, on stdout. If nobody reads it, or its disk is full, lines are lost and nothing else: orders go on. */
export function openLog(level: string): Logger {
  const stdout = pino.destination({ dest: 1, sync: false, maxLength: MAX_WAITING });
  const flushSync = stdout.flushSync.bind(stdout);
  // A line that could not be written is retried with the next one.
  stdout.on('error', () => {
    // At the end of the process, it would retry for ever.
    stdout.flushSync = () => {};
  });
  stdout.on('write', () => {
    stdout.flushSync = flushSync;
  });
  return pino(
    {
      level,
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ severity: SEVERITIES[label] }) },
      ...(isTraced() ? { mixin: traceIds } : {}),
    },
    stdout,
  );
}
