import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { LoadOptions } from './load-options.ts';

/** Number of connections that send the same at once. */
const AT_ONCE = 4;
/** Maximum life of a connection, milliseconds, if the gateway does not end it. */
const KEPT_MS = 3000;

const FORM = 'content-type: application/x-www-form-urlencoded';
const post = (path: string, ...headers: string[]): string =>
  `${[`POST ${path} HTTP/1.1`, 'host: gateway', ...headers].join('\r\n')}\r\n\r\n`;
const whole = (path: string, header: string, body: string): string =>
  post(path, header, `content-length: ${body.length}`) + body;

/** Requests that need neither a key nor a link. */
const ATTACKS: Readonly<Record<string, string>> = {
  'a body in pieces of one byte':
    post('/pay/none', FORM, 'transfer-encoding: chunked') + '1\r\na\r\n'.repeat(20_000),
  'a form of a megabyte': whole('/pay/none', FORM, 'a=&'.repeat(340_000)),
  'an order of a megabyte': whole(
    '/offset-gateway/orders',
    'content-type: application/json',
    `{"metadata":{${'"a":"",'.repeat(140_000)}"b":""}}`,
  ),
  'a large body for nobody': whole('/nothing', FORM, 'a'.repeat(4_000_000)),
  'requests in one packet': 'GET /retirements HTTP/1.1\r\nhost: gateway\r\n\r\n'.repeat(50),
  'a head of sixty kilobytes': `GET / HTTP/1.1\r\nhost: gateway\r\n${'x: y\r\n'.repeat(10_000)}\r\n`,
  'half a head': 'POST /offset-gateway/orders HTTP/1.1\r\nhost: gate',
};

/** Sends a text on its own connection. @returns the status of the first response; 0 if there was none. */
function send(port: number, text: string): Promise<number> {
  return new Promise((resolve) => {
    let seen = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    const timer = setTimeout(() => socket.destroy(), KEPT_MS);
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      seen = (seen + chunk).slice(0, 12);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(seen)?.[1] ?? 0));
    });
  });
}

/**
 * Runs a malicious visitor without any key until the run is over. A response of 500 or above is an oddity, except 503
 * while a database is unavailable.
 * @returns the number of tries of each attack.
 */
export async function runStranger({
  ports,
  notes,
  random: seeded,
  isOver,
}: LoadOptions): Promise<Readonly<Record<string, number>>> {
  const random = seeded.fork('stranger');
  const tried: Record<string, number> = {};
  while (!isOver()) {
    const name = random.pick(Object.keys(ATTACKS));
    const port = random.pick(ports);
    const statuses = await Promise.all(
      Array.from({ length: AT_ONCE }, () => send(port, ATTACKS[name] ?? '')),
    );
    tried[name] = (tried[name] ?? 0) + 1;
    for (const status of statuses)
      if (status >= 500 && status !== 503) notes.oddities.push(`${name}: returned ${status}`);
    await wait(random.whole(100, 600));
  }
  return tried;
}
