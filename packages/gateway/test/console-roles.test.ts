/** What each role is shown: every page it can reach by links opens, and every form on them is one it may send. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { ROUTES, type Route } from '@flight-offset/console';
import { may, ROLES, type Role } from '@flight-offset/console/permissions';
import { type ConsoleVisitor, sandboxVisitor } from '../src/testing/console-visitor.ts';
import { type ConsoleStates, startConsoleStates } from './console-states.ts';

let states: ConsoleStates;
before(async () => {
  states = await startConsoleStates();
  const invitation = { name: 'Olga', email: 'olga@gateway.example', role: 'operator', once: randomUUID() };
  const operator = await sandboxVisitor(states.url);
  assert.equal((await operator.post('/operators', invitation)).status, 200);
});
after(() => states?.close());

/** The most specific route at a path of the console. */
function routeAt(method: Route['method'], path: string): Route | undefined {
  return ROUTES.find((route) => {
    const pattern = route.path === '/' ? '/?' : route.path.replaceAll(/:\w+/g, '[^/]+');
    return route.method === method && new RegExp(`^${pattern}$`).test(path);
  });
}

function mayUse(role: Role, { rule }: Route): boolean {
  if (rule.for === 'anyone' || rule.for === 'signed-in') return true;
  return may(role, rule.permission) && (rule.for === 'merchant' || role === 'operator');
}

/** What a role comes to by its links. */
interface Seen {
  /** Pages by path, without query. */
  readonly pages: ReadonlySet<string>;
  /** Paths of routes whose forms stand on them. */
  readonly forms: ReadonlySet<string>;
  readonly faults: readonly string[];
}

const unescaped = (text: string): string => text.replaceAll('&amp;', '&');
const attributes = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, value = '']) => unescaped(value));

/** Faults of the forms of a page; the routes they lead to are added to `routes`. */
function formFaults(role: Role, text: string, routes: Set<string>): string[] {
  const forms = [...text.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)];
  return forms.flatMap(([, start = '', content = '']) => {
    const method = start.includes('method="post"') ? 'POST' : 'GET';
    const [action = ''] = attributes(start, /action="([^"]*)"/g);
    const route = routeAt(method, action.replace(/^\/console/, ''));
    if (!route) return [`${method} ${action} leads nowhere`];
    routes.add(route.path);
    const isBound = method === 'GET' || content.includes(`name="as" value="sandbox-${role}"`);
    return [
      // A form that is only shown to those who may not send it has no button.
      ...(mayUse(role, route) || !content.includes('<button') ? [] : [`${route.path} is refused`]),
      ...(isBound ? [] : [`${route.path} does not state whose it is`]),
    ];
  });
}

/** Follows each link once, whatever its query. */
async function walk(role: Role, visitor: ConsoleVisitor): Promise<Seen> {
  const [pages, forms, faults] = [new Set<string>(), new Set<string>(), [] as string[]];
  const waiting = [role === 'operator' ? '/console' : '/console/merchants/sandbox-merchant'];
  for (let link = waiting.pop(); link !== undefined; link = waiting.pop()) {
    const { pathname } = new URL(link, states.url);
    if (pages.has(pathname) || WITHOUT_ORDER.test(pathname)) continue;
    pages.add(pathname);
    const response = await fetch(new URL(link, states.url), { headers: { cookie: visitor.cookie } });
    const text = await response.text();
    if (response.status !== 200) faults.push(`${link}: ${response.status}`);
    if (!pathname.startsWith('/console')) continue;
    faults.push(...formFaults(role, text, forms).map((fault) => `${link}: ${fault}`));
    waiting.push(...attributes(text, /<a\b[^>]*\bhref="(\/[^"#]*)"/g));
  }
  return { pages, forms, faults };
}

/** What no link or form of the scene leads to: a style sheet; its endpoint is failing, not disabled. */
const NOT_IN_SCENE = /\.css$|\/webhooks\/enable$/;
/** The order of a statement's line that the scene made without one. */
const WITHOUT_ORDER = /\/orders\/ord_before$/;

describe('what a role is shown', () => {
  for (const role of ROLES)
    it(`${role}: each link opens, each form may be sent, and nothing that it may do is missing`, async () => {
      const { pages, forms, faults } = await walk(role, await sandboxVisitor(states.url, role));
      assert.deepEqual(faults, []);
      const missing = ROUTES.filter((route) => {
        const { method, rule, path } = route;
        if (rule.for === 'anyone' || rule.for === 'signed-in' || NOT_IN_SCENE.test(path)) return false;
        const pattern = new RegExp(`^/console${path.replaceAll(/:\w+/g, '[^/]+')}$`);
        const isShown = method === 'POST' ? forms.has(path) : [...pages].some((page) => pattern.test(page));
        return mayUse(role, route) && !isShown;
      });
      assert.deepEqual(
        missing.map(({ method, path }) => `${method} ${path}`),
        [],
      );
    });
});
