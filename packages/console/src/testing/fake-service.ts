import type { Role } from '../access/permission.ts';
import type { Session } from '../access/session.ts';
import type { ConsoleService } from '../service/service.ts';

/** The time of a fake service. */
export const NOW: number = Date.UTC(2026, 10, 22, 12);

/** The merchants a fake service knows; people of roles below operator are staff of the first. */
export const OWN = 'own-merchant';
export const NEIGHBOUR = 'neighbour-merchant';

/** How long after a sign-in it is recent, milliseconds. */
const RECENT_MS = 15 * 60_000;

const HOUR_MS = 60 * 60_000;

function sessionOf(role: Role, signedInAt: number): Session {
  const merchantId = role === 'operator' ? undefined : OWN;
  const name = `The ${role}`;
  const endsAt = NOW + HOUR_MS;
  return { personId: `person-${role}`, merchantId, role, name, signedInAt, endsAt, endsAtLatest: 2 * endsAt };
}

/** Fails if a test uses a part it did not expect to. */
function refuseUse(name: string): never {
  throw new Error(`${name} was used`);
}

/**
 * A service that only knows who is signed in. Tokens are roles, whose sign-in is recent for one more millisecond; the
 * sign-in of a token that ends in `-late` no longer is.
 */
export function fakeService(): ConsoleService {
  const unusable = <T extends object>(name: string): T =>
    new Proxy({} as T, { get: (_, key) => refuseUse(`${name}.${String(key)}`) });
  return {
    origin: 'https://pay.example',
    sandbox: false,
    now: () => NOW,
    sessions: {
      async find(token) {
        const [role, late] = token.split('-');
        const signedInAt = NOW - RECENT_MS + (late ? 0 : 1);
        return token === 'unknown' ? undefined : sessionOf(role as Role, signedInAt);
      },
      end: async () => {},
      list: () => refuseUse('sessions.list'),
      endOthers: () => refuseUse('sessions.endOthers'),
      sandbox: undefined,
      redeem: () => refuseUse('sessions.redeem'),
      provider: undefined,
    },
    merchants: {
      find: async (id) => ([OWN, NEIGHBOUR].includes(id) ? { id, name: id } : undefined),
      list: async () => [],
    },
    orders: unusable('orders'),
    webhooks: unusable('webhooks'),
    overview: unusable('overview'),
    people: unusable('people'),
    money: unusable('money'),
    developers: unusable('developers'),
    brand: unusable('brand'),
    credits: unusable('credits'),
    reconciliation: unusable('reconciliation'),
    audit: unusable('audit'),
  };
}
