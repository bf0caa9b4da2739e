import { withBase } from 'vitepress';
import { SANDBOX_API } from '../../../sandbox-backend/backend.ts';
import type { Exchange, ExchangeListener } from '../../../sandbox-backend/exchange.ts';
import type { ScenarioName } from '../../../sandbox-backend/scenarios.ts';

/** How a settled order ends. */
export type PaymentOutcome = 'completed' | 'failed';

/** The service behind the sandbox pages: the local gateway through a backend, or an in-browser mock. */
export interface Connection {
  /** `local`: a gateway of this machine. `page`: no server at all, everything happens in this page. */
  readonly mode: 'local' | 'page';
  /** Address of the service. */
  readonly serviceUrl: string;
  /** Where the merchant's handler is, for a scenario. */
  endpoint(scenario?: ScenarioName): string;
  /** Calls the listener with every exchange, recent ones first; returns a function that stops it. */
  listen(listener: ExchangeListener): () => void;
  /** Sends a request to the service as it is. */
  toService(path: string, init: RequestInit): Promise<Response>;
}

let connection: Promise<Connection> | undefined;

/** The connection of this visit: the local gateway where there is one, else the in-browser mock. */
export function connect(): Promise<Connection> {
  connection ??= open();
  return connection;
}

async function open(): Promise<Connection> {
  const about = await fetch(`${SANDBOX_API}about`)
    .then((response) => (response.ok ? (response.json() as Promise<{ serviceUrl: string }>) : undefined))
    .catch(() => undefined);
  if (!about) return (await import('./service-in-page.ts')).openInPage();
  return {
    mode: 'local',
    serviceUrl: about.serviceUrl,
    endpoint: (scenario = 'usual') => `${SANDBOX_API}offset/${scenario}`,
    listen(listener) {
      const source = new EventSource(`${SANDBOX_API}exchanges`);
      source.onmessage = ({ data }) => listener(JSON.parse(data) as Exchange);
      return () => source.close();
    },
    toService: (path, init) => fetch(`${SANDBOX_API}gateway${path}`, init),
  };
}

/** Address of the page to which travellers come back from paying. */
export function returnAddress(): string {
  return withBase('/sandbox/return');
}
