import type { Session } from './session.ts';

/** Name of the field that holds the person that a form was written for. */
export const OWNER_FIELD = 'as';

/**
 * Whether a form was written for another person than the one who is signed in. Signing in again as the same person
 * changes nothing.
 */
export function isFormOfOtherPerson(form: ReadonlyMap<string, string>, { personId }: Session): boolean {
  return form.get(OWNER_FIELD) !== personId;
}
