/** For a form that no page wrote as it arrived. */
export const INCOMPLETE = 'The form is incomplete. Reload its page, then send it again.';

/** An act was refused, and nothing was changed. The message states why and what the person can do next. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code = 'refused';
  /** HTTP status of the page that shows it. */
  readonly status: 409 | 422 | 429 | 502;

  constructor(message: string, status: 409 | 422 | 429 | 502 = 422) {
    super(message);
    this.status = status;
  }
}
