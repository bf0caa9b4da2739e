import { OWNER_FIELD } from '../access/owner.ts';
import type { Session } from '../access/session.ts';
import { html } from '../http/html.ts';

const FORM = /(<form\b[^>]*\bmethod="post"[^>]*>.*?)(<\/form>)/gs;

/**
 * Writes into every form of a page the person it is for. A browser has one session: another tab may sign in as somebody
 * else while this page is open, and its forms would then count as that person's.
 * @param text the page; what others wrote is escaped in it, so that only the pages themselves begin a form.
 */
export async function withOwner(text: string, { personId }: Pick<Session, 'personId'>): Promise<string> {
  const field = String(await html`<input type="hidden" name="${OWNER_FIELD}" value="${personId}">`);
  return text.replaceAll(FORM, (_, form: string, end: string) => form + field + end);
}
