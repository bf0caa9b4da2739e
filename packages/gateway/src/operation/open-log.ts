import { type Logger, pino, stdTimeFunctions } from 'pino';
import { isTraced, traceIds } from '../tracing/trace.ts';

/** Maximum bytes of lines that wait for a slow reader; further lines are dropped. */
const MAX_WAITING = 16 * 1024 * 1024;

/** Names of levels that log services recognise without being configured. */
const SEVERITIES: Readonly<Record<string, string>> = {
  debug: 'DEBUG',
  info: 'INFO',
  warn: 'WARNING',
  error: 'ERROR',
};

/** Opens the log, on stdout. If nobody reads it, or its disk is full, only lines are lost: orders go on. */
export function openLog(level: string): Logger {
  const stdout = pino.destination({ dest: 1, sync: false, maxLength: MAX_WAITING });
  const flushSync = stdout.flushSync.bind(stdout);
  // A line that could not be written is retried with the next one; at the end of the process, the flush would retry it
  // forever.
  stdout.on('error', () => {
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
