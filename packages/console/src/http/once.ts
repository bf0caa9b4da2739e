import { randomUUID } from 'node:crypto';
import { INCOMPLETE, Refusal } from '../service/refusal.ts';
import { type Content, html } from './html.ts';

/** Name of the field that makes a form count once. */
export const ONCE_FIELD = 'once';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * A hidden field that differs in each rendering of a form. Pressing its button twice sends the same value twice, which
 * {@link readOnce} reads.
 */
export function onceField(): Content {
  return html`<input type="hidden" name="${ONCE_FIELD}" value="${randomUUID()}">`;
}

/**
 * Reads the value that {@link onceField} wrote into a form: an act is done only once per value.
 * @throws Refusal for a value that no page wrote: without one, a second press would count as another form.
 */
export function readOnce(form: ReadonlyMap<string, string>): string {
  const once = form.get(ONCE_FIELD) ?? '';
  if (!UUID.test(once)) throw new Refusal(INCOMPLETE);
  return once;
}
