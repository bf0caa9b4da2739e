import { html } from '../../http/html.ts';
import { forAnyone, type Route, type Visit } from '../../http/route.ts';
import { gatePage } from '../../layout/page.ts';
import { Refusal } from '../../service/refusal.ts';
import type { SessionService } from '../../service/session.ts';
import { catchSignInRefusal } from './catch-sign-in-refusal.ts';
import { startSession } from './start-session.ts';

/** Returns the sign-in with links. @throws Refusal if links do not sign people in. */
function requireLinkSignIn({ service }: Visit): NonNullable<SessionService['redeem']> {
  const { redeem } = service.sessions;
  if (!redeem) throw new Refusal('Sign-in links are switched off. Sign in with your organisation.');
  return redeem;
}

/** Requires a press of a button, so that programs that check links in messages do not use the link up. */
async function showConfirmation(visit: Visit): Promise<Response> {
  return catchSignInRefusal(async () => {
    requireLinkSignIn(visit);
    return gatePage({
      title: 'Sign in',
      subtitle: 'This link signs you in once.',
      content: html`<form method="post" action="${visit.url.pathname}"><button class="main wide" type="submit">Sign in</button></form>`,
    });
  });
}

async function redeem(visit: Visit): Promise<Response> {
  const { params, address } = visit;
  return catchSignInRefusal(async () =>
    startSession(visit, await requireLinkSignIn(visit)(params.link ?? '', address)),
  );
}

/** Signing in with a one-time link. */
export const linkRoutes: readonly Route[] = [
  forAnyone('GET', '/sign-in/link/:link', showConfirmation),
  forAnyone('POST', '/sign-in/link/:link', redeem),
];
