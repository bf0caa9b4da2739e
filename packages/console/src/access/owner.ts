import type { Session } from './session.ts';

/** Name of the field that states for whom a form was written. */
export const OWNER_FIELD = 'as';

/**
 * Whether a form was written for somebody other than the person who is signed in. Signing in again as the same person
 * changes nothing.
 */
export function isOfAnother(form: ReadonlyMap<string, string>, { personId }: Session): boolean {
  return form.get(OWNER_FIELD) !== personId;
}
