/** Somebody with a browser at the console: keeps its cookie, sends forms as pages of the console do. */
export interface ConsoleVisitor {
  get(path: string): Promise<ConsolePage>;
  post(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<ConsolePage>;
  /** The cookie as it would be sent; empty when signed out. */
  cookie: string;
}

/** A response of the console. */
export interface ConsolePage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A visitor of the console at `url`. */
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
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
  const visitor: ConsoleVisitor = {
    cookie: '',
    get: (path) => visit(path, {}),
    post: (path, fields = {}, headers = {}) =>
      visit(path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { origin: url, ...headers },
      }),
  };
  return visitor;
}

/** A visitor who opened the console of a sandbox by its one press. */
export async function sandboxVisitor(url: string, role = 'operator'): Promise<ConsoleVisitor> {
  const visitor = consoleVisitor(url);
  const { status } = await visitor.post('/sign-in/sandbox', { role });
  if (status !== 303) throw new Error(`the console did not open: ${status}`);
  return visitor;
}
