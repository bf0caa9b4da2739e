/** A sign-in leads to the requested page. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createConsole } from '../../console.ts';
import { Refusal } from '../../service/refusal.ts';
import type { ConsoleService } from '../../service/service.ts';
import { fakeService, NEIGHBOUR, NOW, OWN } from '../../testing/fake-service.ts';
import { readDestination } from './destination.ts';

const ORIGIN = 'https://pay.example';
const PAGE = `/console/merchants/${OWN}/orders?status=failed&from=2026-11-01`;

const session = {
  personId: 'per_1',
  role: 'admin',
  name: 'Ana',
  merchantId: OWN,
  signedInAt: NOW,
  endsAt: NOW + 1,
  endsAtLatest: NOW + 1,
} as const;

const service: ConsoleService = {
  ...fakeService(),
  sessions: {
    ...fakeService().sessions,
    sandbox: async () => ({ token: 'admin', session }),
    provider: {
      begin: async () => ({ url: 'https://id.example/authorize', state: '0a1b2c3d.sealed_-' }),
      finish: async (url, state) => {
        if (url.searchParams.has('error')) throw new Refusal('Denied.');
        assert.equal(state, '0a1b2c3d.sealed_-');
        return { token: 'admin', session };
      },
    },
  },
};

async function send(path: string, { headers = {}, ...init }: RequestInit = {}): Promise<Response> {
  const request = new Request(ORIGIN + path, { ...init, headers: { origin: ORIGIN, ...headers } });
  return createConsole(service)({ request, body: Buffer.from(String(init.body ?? '')), address: '' });
}

const type = { 'content-type': 'application/x-www-form-urlencoded' };

/** Returns the page that one press in the sandbox leads to, from the sign-in page at a URL. */
async function openedFrom(shown: Response): Promise<string | null> {
  assert.equal(shown.status, 401);
  const to = /name="to" value="([^"]+)"/.exec(await shown.text())?.[1]?.replaceAll('&amp;', '&');
  const body = String(new URLSearchParams({ role: 'admin', ...(to !== undefined && { to }) }));
  const opened = await send('/console/sign-in/sandbox', { method: 'POST', body, headers: type });
  return opened.headers.get('location');
}

it('one press in the sandbox opens the requested page, also after a form that came too late', async () => {
  assert.equal(await openedFrom(await send(PAGE)), PAGE);
  const late = { cookie: '__Host-console_session=admin-late', referer: ORIGIN + PAGE, ...type };
  const form = await send(`/console/merchants/${OWN}/orders/ord_1/refund`, {
    method: 'POST',
    headers: late,
    body: 'as=person-admin',
  });
  assert.equal(await openedFrom(form), PAGE);
});

it('a sign-in opens its page without the confirmation of an earlier action', async () => {
  const stated = `${PAGE}&done=refund`;
  assert.equal(await openedFrom(await send(stated)), PAGE);
  const late = { cookie: '__Host-console_session=admin-late', referer: ORIGIN + stated, ...type };
  const form = await send(`/console/merchants/${OWN}/orders/ord_1/refund`, {
    method: 'POST',
    headers: late,
    body: 'as=person-admin',
  });
  const text = await form.clone().text();
  assert.ok(text.includes(`href="${PAGE.replace('&', '&amp;')}" data-back`), text);
  assert.equal(await openedFrom(form), PAGE);
});

it('a sign-in at the identity provider returns to the requested page', async () => {
  const text = await (await send(PAGE)).text();
  const begin = /href="(\/console\/sign-in\/provider[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const away = await send(begin);
  assert.equal(away.headers.get('location'), 'https://id.example/authorize');
  const cookie = (away.headers.get('set-cookie') ?? '').replace(/;.*/, '');
  const back = await send('/console/sign-in/provider/return?code=c', { headers: { cookie } });
  assert.equal(back.headers.get('location'), PAGE);
  const denied = await send('/console/sign-in/provider/return?error=access_denied', { headers: { cookie } });
  const again = /href="([^"]+)">Go to the sign-in page/
    .exec(await denied.text())?.[1]
    ?.replaceAll('&amp;', '&');
  assert.equal(await openedFrom(await send(again ?? '')), PAGE, 'after a second attempt');
  const signedIn = await send(again ?? '', { headers: { cookie: '__Host-console_session=admin' } });
  assert.equal(signedIn.headers.get('location'), PAGE, 'another tab has signed in');
});

it('a sign-in to another merchant, another origin, a file or a sign-in page leads to the start', async () => {
  const start = `/console/merchants/${OWN}`;
  for (const path of [
    `/console/merchants/${NEIGHBOUR}/orders`,
    `/console/merchants/${OWN}-2/orders`,
    `/console/merchants/${OWN}/orders.csv?status=failed`,
    '/console/credits',
    '/console/sign-in',
    '/console',
  ])
    assert.equal(await openedFrom(await send(path)), start, path);
  for (const to of [
    '//evil.example/console/x',
    '/console/../pay',
    '/console/\\evil',
    'https://evil.example/',
    '',
  ])
    assert.doesNotMatch(readDestination(to) ?? '/console/', /evil\.example|pay/, to);
  assert.equal(readDestination(`/console/x?${'a'.repeat(1000)}`), undefined);
});

it('a sign-in page in another spelling does not lead to itself', async () => {
  const headers = { cookie: '__Host-console_session=admin' };
  for (const path of ['/console//sign-in', '/console/%73ign-in', `/console//sign-in?to=${PAGE}`]) {
    const { status, headers: sent } = await send(path, { headers });
    const to = new URL(path, ORIGIN).searchParams.get('to') ?? '/console';
    assert.deepEqual([status, sent.get('location')], [303, to], path);
  }
});
