import { SANDBOX_API } from '../../../sandbox-backend/backend.ts';
import type { Exchange } from '../../../sandbox-backend/exchange.ts';
import type { Connection } from './connection.ts';

let connection: Promise<Connection> | undefined;

/** Connects this visit: to the local gateway if there is one, else to the in-browser mock. */
export function connect(): Promise<Connection> {
  connection ??= open();
  return connection;
}

async function open(): Promise<Connection> {
  const about = await fetch(`${SANDBOX_API}about`)
    .then((response) =>
      response.ok ? (response.json() as Promise<Pick<Connection, 'serviceUrl' | 'responds'>>) : undefined,
    )
    .catch(() => undefined);
  if (!about) return (await import('./service-in-page.ts')).openInPage();
  return {
    mode: 'local',
    ...about,
    lacks: new Set(),
    listen(listener) {
      const source = new EventSource(`${SANDBOX_API}exchanges`);
      source.onmessage = ({ data }) => listener(JSON.parse(data) as Exchange);
      return () => source.close();
    },
    toService: (path, init) => fetch(`${SANDBOX_API}gateway${path}`, init),
  };
}
