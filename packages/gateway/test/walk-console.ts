import { ROUTES, type Route } from '@flight-offset/console';
import { may, type Role } from '@flight-offset/console/permissions';

/** Finds the most specific route at a path of the console. */
function routeAt(method: Route['method'], path: string): Route | undefined {
  return ROUTES.find((route) => {
    const pattern = route.path === '/' ? '/?' : route.path.replaceAll(/:\w+/g, '[^/]+');
    return route.method === method && new RegExp(`^${pattern}$`).test(path);
  });
}

/** Whether the rule of a route lets a role of its own merchant, or of the gateway, use it. */
export function mayUse(role: Role, { rule }: Route): boolean {
  if (rule.for === 'anyone' || rule.for === 'signed-in') return true;
  return may(role, rule.permission) && (rule.for === 'merchant' || role === 'operator');
}

/** Pages and forms that a role reaches by links. */
export interface Seen {
  /** Pages by path, without query. */
  readonly pages: ReadonlySet<string>;
  /** Paths of routes whose forms are on these pages. */
  readonly forms: ReadonlySet<string>;
  /** Targets of forms that are sent. */
  readonly actions: ReadonlySet<string>;
  readonly faults: readonly string[];
}

const unescaped = (text: string): string => text.replaceAll('&amp;', '&');
const attributes = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, value = '']) => unescaped(value));

/** Finds faults of the forms of a page, and adds their targets to `routes`. */
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
      // A form shown to those who may not send it has no button.
      ...(mayUse(role, route) || !content.includes('<button') ? [] : [`${route.path} is refused`]),
      ...(isBound ? [] : [`${route.path} does not state whose it is`]),
    ];
  });
}

/** Follows each link of a sandbox's console once, whatever its query. */
export async function walkConsole(role: Role, url: string, cookie: string): Promise<Seen> {
  const [pages, forms, actions] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const faults: string[] = [];
  const waiting = [role === 'operator' ? '/console' : '/console/merchants/sandbox-merchant'];
  for (let link = waiting.pop(); link !== undefined; link = waiting.pop()) {
    const { pathname } = new URL(link, url);
    if (pages.has(pathname) || WITHOUT_ORDER.test(pathname)) continue;
    pages.add(pathname);
    const response = await fetch(new URL(link, url), { headers: { cookie } });
    const text = await response.text();
    if (response.status !== 200) faults.push(`${link}: ${response.status}`);
    if (!pathname.startsWith('/console')) continue;
    faults.push(...formFaults(role, text, forms).map((fault) => `${link}: ${fault}`));
    for (const action of attributes(text, /<form method="post" action="([^"]+)"/g)) actions.add(action);
    waiting.push(...attributes(text, /<a\b[^>]*\bhref="(\/[^"#]*)"/g));
  }
  return { pages, forms, actions, faults };
}

/** Path of an order that does not exist: the scene made only its line on a statement. */
const WITHOUT_ORDER = /\/orders\/ord_before_\w+$/;
