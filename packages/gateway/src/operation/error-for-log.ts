/** The parts of an error that are logged. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

const DEEPEST = 4;

/**
 * Converts an error for the log: its kind, message, code and stack, and those of its causes. Other properties are left
 * out: a database's errors carry the values of rows, and those of an SDK the response.
 */
export function errorForLog(error: unknown, depth: number = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something other than an error was thrown' };
  const { name, message, stack, cause } = error;
  const code =
    'code' in error && ['string', 'number'].includes(typeof error.code) ? String(error.code) : undefined;
  return {
    type: name,
    message,
    ...(code === undefined ? {} : { code }),
    ...(stack === undefined ? {} : { stack }),
    ...(cause instanceof Error && depth < DEEPEST ? { cause: errorForLog(cause, depth + 1) } : {}),
  };
}
