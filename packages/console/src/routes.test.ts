/** Access to routes: every route, every role, every merchant. The table below is the decision; the rules must agree. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ROLES, type Role } from './access/permission.ts';
import { createConsole } from './console.ts';
import { createMatcher } from './http/match.ts';
import type { Route } from './http/route.ts';
import { ROUTES } from './routes.ts';
import { fakeService, NEIGHBOUR, OWN } from './testing/fake-service.ts';

/** Letters of roles: viewer, support, finance, admin, operator. `recent`: after a recent sign-in only. */
const WHO: Readonly<Record<string, string>> = {
  'GET /': 'vsfao',
  'POST /sign-out': 'vsfao',
  'GET /account': 'vsfao',
  'GET /account/time': 'vsfao',
  'GET /account/end': 'vsfao',
  'POST /account/end': 'vsfao',
  'GET /merchants/:merchant': 'vsfao',
  'GET /merchants/:merchant/orders': 'vsfao',
  'GET /merchants/:merchant/orders.csv': 'fao',
  'GET /merchants/:merchant/money/statements/:statement/lines.csv': 'fao',
  'GET /merchants/:merchant/orders/:order': 'vsfao',
  'GET /merchants/:merchant/orders/:order/refund': 'fao recent',
  'POST /merchants/:merchant/orders/:order/refund': 'fao recent',
  'GET /merchants/:merchant/orders/:order/refunds/:refund/paid': 'o recent',
  'POST /merchants/:merchant/orders/:order/refunds/:refund/paid': 'o recent',
  'GET /merchants/:merchant/webhooks': 'vsfao',
  'GET /merchants/:merchant/webhooks/secret': 'ao recent',
  'POST /merchants/:merchant/webhooks/secret': 'ao recent',
  'POST /merchants/:merchant/webhooks/replay': 'sao',
  'POST /merchants/:merchant/webhooks/enable': 'sao',
  'POST /merchants/:merchant/webhooks/:webhook/replay': 'sao',
  'GET /merchants/:merchant/webhooks/:webhook': 'vsfao',
  'GET /merchants/:merchant/people': 'ao',
  'POST /merchants/:merchant/people': 'ao recent',
  'GET /merchants/:merchant/people/:person/remove': 'ao recent',
  'POST /merchants/:merchant/people/:person/remove': 'ao recent',
  'GET /merchants/:merchant/money': 'fao',
  'GET /merchants/:merchant/money/payments': 'fao',
  'GET /merchants/:merchant/money/close': 'o',
  'POST /merchants/:merchant/money/close': 'o',
  'GET /merchants/:merchant/money/statements/:statement': 'fao',
  'GET /merchants/:merchant/money/statements/:statement/paid': 'o',
  'POST /merchants/:merchant/money/statements/:statement/paid': 'o',
  'GET /merchants/:merchant/money/statements/:statement/unpaid': 'o',
  'POST /merchants/:merchant/money/statements/:statement/unpaid': 'o',
  'GET /merchants/:merchant/developers': 'sao',
  'GET /merchants/:merchant/developers/requests': 'sao',
  'POST /merchants/:merchant/developers/keys': 'ao recent',
  'GET /merchants/:merchant/developers/keys/:key/revoke': 'ao recent',
  'POST /merchants/:merchant/developers/keys/:key/revoke': 'ao recent',
  'POST /merchants/:merchant/developers/platforms': 'ao recent',
  'GET /merchants/:merchant/brand': 'vsfao',
  'GET /merchants/:merchant/brand/preview.css': 'vsfao',
  'POST /merchants/:merchant/brand': 'ao',
  'GET /credits': 'o',
  'GET /credits/retirements': 'o recent',
  'POST /credits/retirements': 'o recent',
  'GET /reconciliation': 'o',
  'GET /reconciliation/lines': 'o recent',
  'POST /reconciliation/lines': 'o recent',
  'GET /reconciliation/payments': 'o recent',
  'POST /reconciliation/payments': 'o recent',
  'POST /reconciliation/receipts': 'o recent',
  'GET /operators': 'o',
  'POST /operators': 'o recent',
  'GET /operators/:person/remove': 'o recent',
  'POST /operators/:person/remove': 'o recent',
  'GET /merchants/:merchant/audit': 'ao',
  'GET /audit': 'o',
  'GET /health': 'o',
};

/** Routes that anyone may use. */
const OPEN =
  /^(?:GET \/assets\/:version\/[\w.]+|GET \/sign-in|GET \/sign-in\/again|POST \/sign-in\/sandbox|GET \/sign-in\/provider(?:\/return)?|(?:GET|POST) \/sign-in\/link\/:link)$/;

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

/** Whether a person's request reaches the handler of a route. */
async function reaches(route: Route, token: string | undefined, merchant: string): Promise<boolean> {
  let reached = false;
  const spied = ROUTES.map((one) => ({
    ...one,
    handle: async () => {
      reached ||= one === route;
      return new Response();
    },
  }));
  const path = route.path.replace(':merchant', merchant).replaceAll(/:\w+/g, 'x');
  const headers = {
    origin: 'https://pay.example',
    'content-type': 'application/x-www-form-urlencoded',
    ...(token && { cookie: `__Host-console_session=${token}` }),
  };
  const request = new Request(`https://pay.example/console${path}`, { method: route.method, headers });
  const body = Buffer.from(`as=person-${token?.split('-')[0]}`);
  await createConsole(fakeService(), spied)({ request, body, address: '' });
  return reached;
}

describe('access to routes', () => {
  for (const route of ROUTES) {
    const name = nameOf(route);
    it(name, async () => {
      if (OPEN.test(name)) {
        assert.ok(await reaches(route, undefined, OWN));
        return;
      }
      const who = WHO[name];
      assert.ok(who !== undefined, `${name} is not in the table: decide who may use it`);
      assert.ok(!(await reaches(route, undefined, OWN)), 'nobody is signed in');
      assert.ok(!(await reaches(route, 'unknown', OWN)), 'an unknown token');
      const ofMerchant = route.path.includes(':merchant');
      for (const role of ROLES) {
        const may: boolean = who.split(' ')[0]?.includes(role[0] ?? '') === true;
        assert.equal(await reaches(route, role, OWN), may, role);
        assert.equal(
          await reaches(route, `${role}-late`, OWN),
          may && !who.includes('recent'),
          `${role}, late`,
        );
        if (!ofMerchant) continue;
        assert.equal(
          await reaches(route, role, NEIGHBOUR),
          may && role === ('operator' satisfies Role),
          `${role}, neighbour`,
        );
        assert.ok(!(await reaches(route, role, 'no-merchant')), `${role}, no such merchant`);
      }
    });
  }

  it('the table names no route that was removed', () => {
    const names = new Set(ROUTES.map(nameOf));
    assert.deepEqual(
      Object.keys(WHO).filter((name) => !names.has(name)),
      [],
    );
  });

  it('opening the URL of a form without a page leads to the start', async () => {
    const pages = new Set(ROUTES.filter(({ method }) => method === 'GET').map(({ path }) => path));
    const forms = ROUTES.filter(({ method, path }) => method === 'POST' && !pages.has(path));
    assert.equal(forms.length, 8, 'the others have a page that asks');
    for (const { path } of forms) {
      const url = `https://pay.example/console${path.replace(':merchant', OWN).replaceAll(/:\w+/g, 'x')}`;
      const headers = { cookie: '__Host-console_session=operator' };
      const request = new Request(url, { headers });
      const { status } = await createConsole(fakeService())({ request, body: new Uint8Array(), address: '' });
      assert.equal(status, 303, path);
    }
  });

  it('a route without a rule does not start', () => {
    const [route] = ROUTES;
    assert.throws(() => createMatcher([{ ...route, rule: undefined } as unknown as Route]), /has no rule/);
    const lost = { ...route, path: '/orders', rule: { for: 'merchant', permission: 'orders.read' } };
    assert.throws(() => createMatcher([lost as Route]), /its path names none/);
  });
});
