import { isRole, ROLES } from '../../access/permission.ts';
import { type Content, html } from '../../http/html.ts';
import { seeOther } from '../../http/reply.ts';
import { forAnyone, type Route, type Visit } from '../../http/route.ts';
import { gatePage, type PageOptions } from '../../layout/page.ts';
import { roleField } from '../../parts/role-field.ts';
import { linkToForm, referrerPath } from '../problem.ts';
import { destinationOf, readDestination, TO, withDestination } from './destination.ts';
import { startSession } from './start-session.ts';

function sandboxForm(to: string | undefined): Content {
  return html`<p>This gateway is a sandbox: no real money moves, and anyone may look.</p>
<form method="post" action="/console/sign-in/sandbox">${to === undefined ? '' : html`<input type="hidden" name="${TO}" value="${to}">`}
<button class="main wide" type="submit">Open the console</button>
<details class="field"><summary class="small soft">With another role</summary>${roleField(ROLES.toReversed())}</details>
</form>`;
}

/** Renders each way to sign in; it leads on to the requested page. */
function signInMethods(visit: Visit): Content {
  const { sessions } = visit.service;
  const to = destinationOf(visit);
  const provider = sessions.provider
    ? html`<p><a class="button" href="${withDestination('/console/sign-in/provider', to)}">Sign in with your organisation</a></p>`
    : '';
  const sandbox = sessions.sandbox ? sandboxForm(to) : '';
  const link = sessions.redeem
    ? html`<p class="small soft">By link: ask an admin of your team, or whoever runs the gateway, for a sign-in link.</p>`
    : '';
  return html`${sandbox}${provider}${link}`;
}

/** Notice for a form that was sent too late; undefined for a page. */
function tooLateNotice({ request }: Visit, why: string): PageOptions['notice'] {
  if (request.method !== 'POST') return undefined;
  return { text: `Nothing was changed: ${why}.`, tone: 'bad' };
}

/** A link to the form that was sent too late; it keeps its text while another tab signs in. */
function linkToSentForm({ request, service }: Visit): Content | undefined {
  const path = request.method === 'POST' ? referrerPath(request, service.origin) : undefined;
  return path === undefined ? undefined : linkToForm(path);
}

/** The page for a person who has to sign in. */
export async function signInPage(visit: Visit): Promise<Response> {
  const form = linkToSentForm(visit);
  // A sign-in link opens in another tab.
  const back = form ? html`<p class="small">Signed in in another tab? ${form}</p>` : '';
  return gatePage({
    title: 'Sign in',
    notice: tooLateNotice(visit, 'your session has ended'),
    content: html`${signInMethods(visit)}${back}`,
    status: 401,
  });
}

/** The page for a person who is signed in but needs a recent sign-in. */
export async function signInAgainPage(visit: Visit): Promise<Response> {
  return gatePage({
    title: 'Sign in again',
    subtitle:
      'For 15 minutes after a sign-in you can make refunds, change keys, secrets and people, and record retirements and reconciliations.',
    notice: tooLateNotice(visit, 'your last sign-in was too long ago'),
    content: html`${signInMethods(visit)}<p>${linkToSentForm(visit) ?? html`<a href="/console">Back to the console</a>`}</p>`,
    status: 401,
  });
}

async function openSandbox(visit: Visit): Promise<Response> {
  const { sandbox } = visit.service.sessions;
  if (!sandbox) return signInPage(visit);
  const role = visit.form.get('role') ?? 'operator';
  return startSession(visit, await sandbox(isRole(role) ? role : 'viewer'), destinationOf(visit));
}

/** Signing in by one press in the sandbox. */
export const signInRoutes: readonly Route[] = [
  forAnyone('GET', '/sign-in', async (visit) =>
    // Not destinationOf: for another spelling of this page's path, it returns that path, which would lead here again.
    visit.session
      ? seeOther(readDestination(visit.url.searchParams.get(TO)) ?? '/console')
      : signInPage(visit),
  ),
  forAnyone('GET', '/sign-in/again', signInAgainPage),
  forAnyone('POST', '/sign-in/sandbox', openSandbox),
];
