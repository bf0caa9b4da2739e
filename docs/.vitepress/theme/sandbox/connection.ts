import type { ExchangeListener } from '../../../sandbox-backend/exchange.ts';

/** How a settled order ends. */
export type PaymentOutcome = 'completed' | 'failed';

/** The service behind the sandbox pages: the local gateway through a backend, or an in-browser mock. */
export interface Connection {
  /** `local`: a gateway on this machine. `page`: no server at all, everything happens in this page. */
  readonly mode: 'local' | 'page';
  /** URL of the service. */
  readonly serviceUrl: string;
  /** Whether it responded when the page was opened. */
  readonly responds: boolean;
  /** Operations that it does not have, by id. */
  readonly lacks: ReadonlySet<string>;
  /** Calls the listener with every exchange, recent ones first; returns a function that stops it. */
  listen(listener: ExchangeListener): () => void;
  /** Sends a request to the service unchanged. */
  toService(path: string, init: RequestInit): Promise<Response>;
}
