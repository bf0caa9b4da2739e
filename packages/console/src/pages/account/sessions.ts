import { formatTime, time } from '../../format/time.ts';
import { html } from '../../http/html.ts';
import { jsonReply, seeOther } from '../../http/reply.ts';
import { forSignedIn, type Route, type SignedInVisit } from '../../http/route.ts';
import { page } from '../../layout/page.ts';
import { TIME_PATH } from '../../layout/session-end.ts';
import { badge } from '../../parts/badge.ts';
import { facts } from '../../parts/facts.ts';
import { isolatedText } from '../../parts/isolated-text.ts';
import { table } from '../../parts/table.ts';
import type { OpenSession } from '../../service/session.ts';
import { confirmationPage } from '../confirmation-page.ts';
import { doneNotice, withDone } from '../done.ts';
import { sessionToken } from '../sign-in/start-session.ts';

const PATH = '/console/account';
const END = `${PATH}/end`;

async function sessionsOf(visit: SignedInVisit): Promise<readonly OpenSession[]> {
  const { sessions } = visit.service;
  return sessions.list(visit.session, sessionToken(visit) ?? '');
}

async function show(visit: SignedInVisit): Promise<Response> {
  const { session, url } = visit;
  const sessions = await sessionsOf(visit);
  const rows = table(
    'Sessions',
    [
      { name: 'Session', cell: ({ signedInAt }) => html`Signed in ${time(signedInAt)}` },
      { name: 'Last used', cell: ({ usedAt }) => time(usedAt) },
      {
        name: 'Actions',
        number: true,
        cell: ({ id, isThis, signedInAt }) =>
          isThis
            ? badge('This session', 'done')
            : html`<a class="button danger" href="${END}?${new URLSearchParams({ session: id })}" aria-label="End the session from ${formatTime(signedInAt)}">End</a>`,
      },
    ],
    sessions,
  );
  const others =
    sessions.length > 1
      ? html`<p class="pager"><a class="button danger" href="${END}">Sign out everywhere else</a></p>`
      : '';
  return page(visit, {
    title: 'Your account',
    notice: doneNotice(url),
    content: html`<div class="columns"><section class="card"><h2>Sessions</h2>
<p class="small soft">Your open sessions. The gateway does not record the device or network of a session. End any session that you do not recognise, and ask an admin to check the audit log.</p>
${rows}${others}</section>
<section class="card"><h2>You</h2>${facts([
      ['Name', isolatedText(session.name)],
      ['Role', session.role],
    ])}</section></div>`,
  });
}

async function showConfirmation(visit: SignedInVisit): Promise<Response> {
  const wanted = visit.url.searchParams.get('session') ?? undefined;
  const ending = (await sessionsOf(visit)).filter(
    ({ id, isThis }) => !isThis && (wanted === undefined || id === wanted),
  );
  if (ending.length === 0) return seeOther(withDone(PATH, 'sessions-ended-none'));
  return confirmationPage(visit, {
    title: wanted === undefined ? 'Sign out everywhere else?' : 'End this session?',
    parent: { text: 'Your account', href: PATH },
    about: ending.map(({ signedInAt, usedAt }) => [
      'Signed in',
      html`${time(signedInAt)}, last used ${time(usedAt)}`,
    ]),
    text: `Anyone signed in there is signed out at once.${visit.service.sessions.redeem ? ' To sign in again without single sign-on, they need a new sign-in link.' : ''}`,
    path: END,
    hidden: wanted === undefined ? {} : { session: wanted },
    button: wanted === undefined ? 'Sign out everywhere else' : 'End session',
  });
}

async function end(visit: SignedInVisit): Promise<Response> {
  const { service, session, form } = visit;
  const ended = await service.sessions.endOthers(session, sessionToken(visit) ?? '', form.get('session'));
  return seeOther(withDone(PATH, ended > 0 ? 'sessions-ended' : 'sessions-ended-none'));
}

/** Returns the time left of the session, for the script that warns before it ends. */
async function showTime({ service, session: { endsAt, endsAtLatest } }: SignedInVisit): Promise<Response> {
  return jsonReply({ left: endsAt - service.now(), canStay: endsAt < endsAtLatest });
}

/** Sessions of a person, and ending the others. */
export const accountRoutes: readonly Route[] = [
  forSignedIn('GET', '/account', show),
  forSignedIn('GET', TIME_PATH, showTime),
  forSignedIn('GET', '/account/end', showConfirmation),
  forSignedIn('POST', '/account/end', end),
];
