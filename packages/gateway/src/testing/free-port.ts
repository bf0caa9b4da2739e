import { createServer } from 'node:net';

/**
 * Below the ports that Linux, macOS and Windows give to programs that listen on any port: no server of another test
 * gets this one in the seconds until a slow process listens on it.
 */
const [FIRST, LAST] = [20_000, 32_767];

/** Finds a free port. */
export async function freePort(): Promise<number> {
  while (true) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
