import { html } from '../../http/html.ts';
import { forAnyone, type Route, type Visit } from '../../http/route.ts';
import { gatePage } from '../../layout/page.ts';
import { Refusal } from '../../service/refusal.ts';
import { startSession } from './start-session.ts';

/** Asks for a press: programs that only look at links in messages use none of them up. */
async function ask(visit: Visit): Promise<Response> {
  return gatePage({
    title: 'Sign in',
    subtitle: 'This link signs you in once.',
    content: html`<form method="post" action="${visit.url.pathname}"><button class="main wide" type="submit">Sign in</button></form>`,
  });
}

async function redeem(visit: Visit): Promise<Response> {
  try {
    const opened = await visit.service.sessions.redeem(visit.params.link ?? '', visit.address);
    return await startSession(visit, opened);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const notice = { text: error.message, tone: 'bad' } as const;
    return gatePage({ title: 'Sign in', notice, content: '', status: error.status });
  }
}

/** Signing in with a one-time link. */
export const linkRoutes: readonly Route[] = [
  forAnyone('GET', '/sign-in/link/:link', ask),
  forAnyone('POST', '/sign-in/link/:link', redeem),
];
