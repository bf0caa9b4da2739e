/** A person with a browser at the console: keeps its cookie, sends forms as pages of the console do. */
export interface ConsoleVisitor {
  get(path: string): Promise<ConsolePage>;
  /** Includes the owner field, which every page writes into its forms. */
  post(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<ConsolePage>;
  /** Opens a page that requests confirmation, and presses its button. */
  confirm(path: string, fields?: Record<string, string>): Promise<ConsolePage>;
  /** Value of the `cookie` header; empty when signed out. */
  cookie: string;
}

/** A response of the console. */
export interface ConsolePage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Reads the form of a confirmation page: its action and its hidden fields. */
export function formOf(page: string): {
  readonly action: string | undefined;
  readonly hidden: Record<string, string>;
} {
  const main = page.slice(page.indexOf('<main'));
  const [, action, form = ''] =
    /<form method="post" action="\/console([^"]*)">(.*?)<\/form>/s.exec(main) ?? [];
  const hidden = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  return { action, hidden: Object.fromEntries([...hidden].map(([, name, value]) => [name, value])) };
}

/** Creates a visitor of the console at `url`. */
export function consoleVisitor(url: string): ConsoleVisitor {
  async function visit(path: string, init: RequestInit): Promise<ConsolePage> {
    const response = await fetch(`${url}/console${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...init.headers, ...(visitor.cookie && { cookie: visitor.cookie }) },
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      if (pair.startsWith('console_session=')) visitor.cookie = pair.endsWith('=') ? '' : pair;
    }
    const text = await response.text();
    person = /data-person="([^"]+)"/.exec(text)?.[1] ?? person;
    return { status: response.status, headers: response.headers, text };
  }
  /**
   * Returns the person for whom the pages of this browser write their forms, opening one if none was seen since the
   * sign-in.
   */
  async function owner(): Promise<Record<string, string>> {
    if (visitor.cookie === '') return {};
    if (person === undefined || signedIn !== visitor.cookie) await visit('/account', {});
    signedIn = visitor.cookie;
    return person === undefined ? {} : { as: person };
  }
  let person: string | undefined;
  let signedIn = '';
  const visitor: ConsoleVisitor = {
    cookie: '',
    get: (path) => visit(path, {}),
    async confirm(path, fields = {}) {
      const shown = await visit(path, {});
      const { action, hidden } = formOf(shown.text);
      return action === undefined ? shown : visitor.post(action, { ...hidden, ...fields });
    },
    post: async (path, fields = {}, headers = {}) =>
      visit(path, {
        method: 'POST',
        body: new URLSearchParams({ ...(await owner()), ...fields }),
        headers: { origin: url, ...headers },
      }),
  };
  return visitor;
}

/** Creates a visitor who opened the console of a sandbox by its one button. */
export async function sandboxVisitor(url: string, role = 'operator'): Promise<ConsoleVisitor> {
  const visitor = consoleVisitor(url);
  const { status } = await visitor.post('/sign-in/sandbox', { role });
  if (status !== 303) throw new Error(`the console did not open: ${status}`);
  return visitor;
}
