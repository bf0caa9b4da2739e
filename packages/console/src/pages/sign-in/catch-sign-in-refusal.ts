import { html } from '../../http/html.ts';
import { gatePage } from '../../layout/page.ts';
import { Refusal } from '../../service/refusal.ts';
import { withDestination } from './destination.ts';

/** Runs a step of a sign-in. If it is refused, a page states why. @param to the page that the sign-in is for. */
export async function catchSignInRefusal(work: () => Promise<Response>, to?: string): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const notice = { text: error.message, tone: 'bad' } as const;
    const content = html`<p><a href="${withDestination('/console/sign-in', to)}">Go to the sign-in page</a></p>`;
    return gatePage({ title: 'Sign in', notice, content, status: error.status });
  }
}
