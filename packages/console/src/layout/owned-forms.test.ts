/** A form counts only as sent by the person for whom its page was made. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createConsole } from '../console.ts';
import type { Brand } from '../service/brand.ts';
import type { ConsoleService } from '../service/service.ts';
import { fakeService, OWN } from '../testing/fake-service.ts';

const ORIGIN = 'https://pay.example';
const PAGE = `/console/merchants/${OWN}/brand`;

const BRAND: Brand = {
  accent: '#8a1c4a',
  onAccent: '#ffffff',
  logoUrl: undefined,
  logoOrigin: undefined,
  returnOrigins: [],
  seller: undefined,
  legalPages: {},
  version: '1',
};

/** A console with the people of a merchant, and a record of their changes. */
function openConsole() {
  const saved: string[] = [];
  const ended: string[] = [];
  const service: ConsoleService = {
    ...fakeService(),
    sessions: { ...fakeService().sessions, end: async (token) => void ended.push(token) },
    brand: {
      read: async () => BRAND,
      change: async ({ personId }) => void saved.push(personId),
    },
  };
  const run = createConsole(service);
  const send = (path: string, token: string, fields?: Record<string, string>): Promise<Response> => {
    const headers = {
      origin: ORIGIN,
      referer: ORIGIN + PAGE,
      cookie: `__Host-console_session=${token}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const request = new Request(ORIGIN + path, { method: fields ? 'POST' : 'GET', headers });
    return run({ request, body: Buffer.from(String(new URLSearchParams(fields))), address: '' });
  };
  return { saved, ended, send };
}

/** Returns the hidden fields of a page's form for a path. */
function hiddenOf(page: string, action: string): Record<string, string> {
  const [, form = ''] = new RegExp(`<form[^>]*action="${action}"[^>]*>(.*?)</form>`, 's').exec(page) ?? [];
  const fields = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  return Object.fromEntries([...fields].map(([, name, value]) => [name, value]));
}

it('a form from a page that another person opened changes nothing, and names who is signed in', async () => {
  const { saved, send } = openConsole();
  const hidden = hiddenOf(await (await send(PAGE, 'admin')).text(), PAGE);
  // Meanwhile the operator has signed in in another tab: the cookie is theirs.
  const refused = await send(PAGE, 'operator', { ...hidden, accent: '#112233' });
  assert.equal(refused.status, 409);
  const text = await refused.text();
  assert.match(text, /this browser is now signed in as The operator/);
  assert.ok(text.includes(`<a href="${PAGE}">Open the page again</a>`));
  // A person who may not even see the page learns why, too.
  assert.equal((await send(PAGE, 'viewer', hidden)).status, 409);
  const { as: _, ...unowned } = hidden;
  const incomplete = await send(PAGE, 'admin', { ...unowned, accent: '#112233' });
  assert.equal(incomplete.status, 422, 'a form that states nobody');
  assert.match(await incomplete.text(), /The form is incomplete/);
  assert.deepEqual(saved, []);
});

it('accepts a form after another sign-in of the same person, and from a page opened again', async () => {
  const { saved, send } = openConsole();
  for (const token of ['admin', 'operator']) {
    const hidden = hiddenOf(await (await send(PAGE, token)).text(), PAGE);
    assert.equal((await send(PAGE, `${token}-late`, hidden)).status, 303);
  }
  assert.deepEqual(saved, ['person-admin', 'person-operator']);
});

it("a sign-out form on another person's page signs out the current person", async () => {
  const { ended, send } = openConsole();
  const hidden = hiddenOf(await (await send(PAGE, 'admin')).text(), '/console/sign-out');
  assert.equal(hidden.as, 'person-admin');
  assert.equal((await send('/console/sign-out', 'operator', hidden)).status, 303);
  assert.deepEqual(ended, ['operator']);
});
