/** One request and its response, as the wire log shows it. */
export interface Exchange {
  readonly id: string;
  /** Start time, ISO 8601. */
  readonly at: string;
  /** Sender and receiver. */
  readonly way: 'page to backend' | 'backend to gateway' | 'gateway to backend';
  readonly request: Message & { readonly method: string; readonly url: string };
  /** Without a response, the reason. */
  readonly response: (Message & { readonly status: number }) | { readonly failure: string };
  readonly milliseconds: number;
}

/** Headers and raw body of a request or a response. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Receives each exchange once it is over. */
export type ExchangeListener = (exchange: Exchange) => void;

/** Makes a function pass its requests through and report them. Bodies are passed on unchanged, byte by byte. */
export function reportExchanges(
  way: Exchange['way'],
  handler: (request: Request) => Promise<Response>,
  listener: ExchangeListener,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const began = Date.now();
    const sent = {
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      body: await request.clone().text(),
    };
    const report = (response: Exchange['response']): void =>
      listener({
        id: crypto.randomUUID(),
        at: new Date(began).toISOString(),
        way,
        request: sent,
        response,
        milliseconds: Date.now() - began,
      });
    try {
      const response = await handler(request);
      const body = await response.clone().text();
      report({ status: response.status, headers: Object.fromEntries(response.headers), body });
      return response;
    } catch (cause) {
      report({ failure: cause instanceof Error ? cause.message : String(cause) });
      throw cause;
    }
  };
}
