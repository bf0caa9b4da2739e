import { OWNER_FIELD } from '../access/owner.ts';
import type { Session } from '../access/session.ts';
import { html } from '../http/html.ts';

const FORM = /(<form\b[^>]*\bmethod="post"[^>]*>.*?)(<\/form>)/gs;

/**
 * Writes the owner into every form of a page. A browser has one session: another tab may sign in as another person
 * while this page is open, and its forms would then count as that person's.
 * @param text the page; text of others is escaped in it, so that only the pages themselves begin a form.
 */
export async function withOwner(text: string, { personId }: Pick<Session, 'personId'>): Promise<string> {
  const field = String(await html`<input type="hidden" name="${OWNER_FIELD}" value="${personId}">`);
  return text.replaceAll(FORM, (_, form: string, end: string) => form + field + end);
}
