import type { Session } from './session.ts';

/** Name of the field that states for whom a form was written. */
export const OWNER_FIELD = 'as';

/**
 * Whether a form was written for somebody else than whoever is signed in. Signing in again as the same person changes
 * nothing; a form that states nobody, such as one of a page from before an upgrade, is theirs who send it.
 */
export function isOfAnother(form: ReadonlyMap<string, string>, { personId }: Session): boolean {
  return (form.get(OWNER_FIELD) ?? personId) !== personId;
}
