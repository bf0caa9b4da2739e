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
 * An error as the log holds it: its kind, words, code and stack, and those of its causes. Every other property is left
 * out: a database's errors carry the values of rows, and those of an SDK the response they came from.
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
