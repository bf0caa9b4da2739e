import type { Session } from '../access/session.ts';
import { html } from './html.ts';

/** Name of the field that states for whom a form was written. */
export const OWNER_FIELD = 'as';

const FORM = /(<form\b[^>]*\bmethod="post"[^>]*>.*?)(<\/form>)/gs;

/**
 * Writes into every form of a page for whom it is. One browser has one session: another tab may sign in as somebody else
 * while this page is open, and what is sent from it would count as theirs.
 * @param text the page; what others wrote is escaped in it, so that only the pages themselves begin a form.
 */
export async function withOwner(text: string, { personId }: Pick<Session, 'personId'>): Promise<string> {
  const field = String(await html`<input type="hidden" name="${OWNER_FIELD}" value="${personId}">`);
  return text.replaceAll(FORM, (_, form: string, end: string) => form + field + end);
}

/**
 * Whether a form was written for somebody else than whoever is signed in. Signing in again as the same person changes
 * nothing; a form that states nobody, such as one of a page from before an upgrade, is theirs who send it.
 */
export function isOfAnother(form: ReadonlyMap<string, string>, { personId }: Session): boolean {
  return (form.get(OWNER_FIELD) ?? personId) !== personId;
}
