/** Every page that a role can reach by links opens, and it may send every form on them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { ROUTES } from '@flight-offset/console';
import { ROLES } from '@flight-offset/console/permissions';
import { consoleVisitor, sandboxVisitor } from '../src/testing/console-visitor.ts';
import { EMPTY, MERCHANT } from './console-scene.ts';
import { type ConsoleStates, startConsoleStates } from './console-states.ts';
import { mayUse, walkConsole } from './walk-console.ts';

/** Paths without a link or form in the scene: a style sheet; its endpoint is failing, not disabled. */
const NOT_IN_SCENE = /\.css$|\/webhooks\/enable$/;

let states: ConsoleStates;
before(async () => {
  states = await startConsoleStates();
});
after(() => states?.close());

async function seenBy(role: (typeof ROLES)[number]) {
  const { cookie } = await sandboxVisitor(states.url, role);
  return walkConsole(role, states.url, cookie);
}

describe('the console of a role', () => {
  for (const role of ROLES)
    it(`${role}: each link opens, each form may be sent, and each permitted action is shown`, async () => {
      const { pages, forms, faults } = await seenBy(role);
      assert.deepEqual(faults, []);
      const missing = ROUTES.filter((route) => {
        const { method, rule, path } = route;
        if (rule.for === 'anyone' || rule.for === 'signed-in' || NOT_IN_SCENE.test(path)) return false;
        const pattern = new RegExp(`^/console${path.replaceAll(/:\w+/g, '[^/]+')}$`);
        // A confirmation page may follow a form of its URL.
        const isLinked = method === 'GET' && [...pages].some((page) => pattern.test(page));
        const isShown = isLinked || forms.has(path);
        return mayUse(role, route) && !isShown;
      });
      assert.deepEqual(
        missing.map(({ method, path }) => `${method} ${path}`),
        [],
      );
    });
});

it('an admin of another merchant can open none of its pages, and no form changes its data', async () => {
  const invitation = { name: 'Nia', email: 'nia@other.example', role: 'admin', once: randomUUID() };
  const operator = await sandboxVisitor(states.url);
  const { text } = await operator.post(`/merchants/${EMPTY}/people`, invitation);
  const nia = consoleVisitor(states.url);
  await nia.post(/console(\/sign-in\/link\/[^<]+)</.exec(text)?.[1] ?? '');
  const { pages, actions } = await seenBy('operator');
  const below = (paths: Iterable<string>): string[] =>
    [...paths]
      .map((path) => path.replace(/^\/console/, ''))
      .filter((path) => path.startsWith(`${MERCHANT}/`))
      .map((path) => path.slice(MERCHANT.length));
  const nothing = await nia.get('/merchants/nobody/orders');
  assert.equal(nothing.status, 404);
  const written = async (): Promise<string> => (await operator.get(`${MERCHANT}/audit`)).text;
  const before = await written();
  const isNamed = /\/(?:\w{2,4}_\w+|stm_\w+|open_\w+|sandbox-\w+)/;
  const [read, sent] = [below(pages), below(actions)];
  assert.ok(read.filter((path) => isNamed.test(path)).length > 10, String(read));
  assert.ok(sent.filter((path) => isNamed.test(path)).length > 5, String(sent));
  for (const path of read) {
    const { status, text: page } = await nia.get(MERCHANT + path);
    assert.deepEqual([status, page], [404, nothing.text], path);
    if (!isNamed.test(path)) continue;
    const own = /\/(?:un)?paid$/.test(path) ? 403 : 404;
    assert.equal((await nia.get(`/merchants/${EMPTY}${path}`)).status, own, path);
  }
  const fields = { once: randomUUID(), all: 'yes' };
  for (const path of sent) {
    assert.equal((await nia.post(MERCHANT + path, fields)).status, 404, path);
    if (!isNamed.test(path)) continue;
    const { status } = await nia.post(`/merchants/${EMPTY}${path}`, { ...fields, once: randomUUID() });
    assert.ok([403, 404, 422].includes(status), `${path}: ${status}`);
  }
  assert.equal(await written(), before);
});
