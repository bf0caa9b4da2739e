/** A statement cannot be closed or paid as requested; the message states why. */
export class StatementError extends Error {
  override readonly name = 'StatementError';
  readonly code: 'period_not_over' | 'no_such_merchant' | 'no_such_statement';

  constructor(code: StatementError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
