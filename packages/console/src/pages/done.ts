/** Notices after acts; the query of a URL names one. */
const DONE = {
  refund: 'The refund was recorded and is being sent to the payment provider.',
  'refund-merchant':
    'The refund was recorded: it is taken off the next statement of the merchant, who returns the money with the booking.',
  'refund-paid': 'The refund was recorded as paid.',
  replay: 'The webhook was queued again.',
  'replay-range': 'The failed webhooks of these days were queued again.',
  'replay-part':
    'The next 1,000 failed webhooks of these days, oldest first, were queued again. Replay the rest below.',
  'replay-none': 'No webhook of these days had failed. Nothing was queued.',
  removed: 'The person was removed, and their sessions have ended.',
  revoked: 'The key was revoked. Requests with it are refused.',
  platform: 'The platform was added.',
  closed: 'The statements up to the end of that month are closed.',
  'closed-none': 'There was nothing to close up to the end of that month.',
  'sessions-ended': 'Ended. Anyone who was signed in there has to sign in again.',
  'sessions-ended-none': 'There was nothing to end: you have no such session open.',
  paid: 'The statement is marked as paid.',
  unpaid: 'The statement is marked as unpaid.',
  resolved: 'It is marked as resolved.',
  received: 'The receipt was recorded.',
  brand: 'The brand was saved.',
  retired: 'The retirement was recorded.',
  enable: 'The endpoint is enabled. Replay its failed webhooks below.',
} as const;

/** An act with a notice. */
export type Done = keyof typeof DONE;

const NAME = 'done';

/** Returns the notice that a URL names; undefined if it names none that exists. */
export function doneNotice(url: URL): { readonly text: string; readonly tone: 'done' } | undefined {
  const name = url.searchParams.get(NAME) ?? '';
  return Object.hasOwn(DONE, name) ? { text: DONE[name as Done], tone: 'done' } : undefined;
}

/** Adds an act to a path, whose page then shows its notice. */
export function withDone(path: string, done: Done): string {
  return `${path}?${NAME}=${done}`;
}

/**
 * Path and query of a page, without the notice of an earlier act: after a refused form or a sign-in, a person would
 * take the notice for its result.
 */
export function pageOf({ href }: URL): string {
  const url = new URL(href);
  if (url.searchParams.has(NAME)) url.searchParams.delete(NAME);
  return url.pathname + url.search;
}
