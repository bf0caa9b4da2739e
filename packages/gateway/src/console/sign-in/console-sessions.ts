import type { ConsoleService, Session } from '@flight-offset/console';
import { byOf } from '../by.ts';
import type { ConsoleParts } from '../console-parts.ts';
import { endSessions, listSessions, type PersonKey } from './list-sessions.ts';
import { LINK_LIMIT, redeemLink } from './redeem-link.ts';
import { sandboxPerson } from './sandbox-person.ts';
import { endSession, findSession, openSession } from './sessions.ts';
import { createProviderSignIn } from './sign-in-provider.ts';
import { limitTries } from './tries.ts';

/** Where staff sign in; undefined where no identity provider is configured. */
function providerOf({ orders, config, ...parts }: ConsoleParts): ConsoleService['sessions']['provider'] {
  const { GATEWAY_OIDC_ISSUER: issuer } = config;
  const { GATEWAY_OIDC_CLIENT_ID: clientId, GATEWAY_OIDC_CLIENT_SECRET: clientSecret } = config;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return createProviderSignIn(orders, parts, { issuer, clientId, clientSecret });
}

const keyOf = ({ personId, merchantId = '' }: Session): PersonKey => ({ merchantId, id: personId });

/** How staff sign in and out: by a link, at an identity provider, or by one press in a sandbox. */
export function sessionsOf(parts: ConsoleParts): ConsoleService['sessions'] {
  const { orders, config } = parts;
  const countTry = limitTries(orders, 'link', LINK_LIMIT);
  return {
    find: (token, options) => findSession(orders, token, options),
    end: (token) => endSession(orders, token),
    list: (person, token) => listSessions(orders, keyOf(person), token),
    endOthers: (person, token, id) => endSessions(orders, keyOf(person), { except: token, id }, byOf(person)),
    // By one press, where no real money moves.
    sandbox: config.sandbox
      ? async (role) => openSession(orders.db.kysely, await sandboxPerson(orders, role), orders.now())
      : undefined,
    redeem: (link, address) => redeemLink(orders, countTry, { link, address }),
    provider: providerOf(parts),
  };
}
