import type { ConsoleService, NewSession, Session } from '@flight-offset/console';
import type { Role } from '@flight-offset/console/permissions';
import { byOf } from '../by.ts';
import type { ConsoleParts } from '../console-parts.ts';
import { endSessions, listSessions, type PersonKey } from './list-sessions.ts';
import { logSignIn } from './log-sign-ins.ts';
import { LINK_LIMIT, redeemLink } from './redeem-link.ts';
import { sandboxPerson } from './sandbox-person.ts';
import { endSession, findSession, openSession } from './sessions.ts';
import { createProviderSignIn } from './sign-in-provider.ts';
import { limitTries } from './tries.ts';

/** Returns the identity provider at which staff sign in; undefined if none is configured. */
function providerOf({ orders, config, ...parts }: ConsoleParts): ConsoleService['sessions']['provider'] {
  const { GATEWAY_OIDC_ISSUER: issuer } = config;
  const { GATEWAY_OIDC_CLIENT_ID: clientId, GATEWAY_OIDC_CLIENT_SECRET: clientSecret } = config;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  const provider = createProviderSignIn(orders, parts, { issuer, clientId, clientSecret });
  return { ...provider, finish: (...came) => logSignIn(parts.log, 'provider', provider.finish(...came)) };
}

const keyOf = ({ personId, merchantId = '' }: Session): PersonKey => ({ merchantId, id: personId });

/** Returns the ways to sign in and out: by a link, at an identity provider, or by one press in a sandbox. */
export function sessionsOf(parts: ConsoleParts): ConsoleService['sessions'] {
  const { orders, config, log } = parts;
  const signInToSandbox = async (role: Role): Promise<NewSession> =>
    openSession(orders.db.kysely, await sandboxPerson(orders, role), orders.now());
  const countTry = limitTries(orders, 'link', LINK_LIMIT);
  return {
    find: (token, options) => findSession(orders, token, options),
    async end(token) {
      const ended = await endSession(orders, token);
      if (ended) log.info(ended, 'signed out of the console');
    },
    list: (person, token) => listSessions(orders, keyOf(person), token),
    endOthers: (person, token, id) => endSessions(orders, keyOf(person), { except: token, id }, byOf(person)),
    // A sandbox moves no real money, so one press is enough.
    sandbox: config.sandbox ? (role) => logSignIn(log, 'sandbox', signInToSandbox(role)) : undefined,
    redeem: config.signInLinks
      ? (link, address) => logSignIn(log, 'link', redeemLink(orders, countTry, { link, address }))
      : undefined,
    provider: providerOf(parts),
  };
}
