/** Serves the documentation with its sandbox: `node --conditions=source docs/serve.ts`. */
import { fileURLToPath } from 'node:url';
import { createLogger } from 'vite';
import { createServer, resolveConfig } from 'vitepress';
import { startSandboxBackend } from './sandbox-backend/start.ts';

/** What the site needs to know. */
export interface DocsOptions {
  /** Default 4000; 0 takes any free one. */
  readonly port?: number;
  /** Address of the gateway which the sandbox pages talk to. Default: the local one. */
  readonly gatewayUrl?: string;
}

/** Starts the documentation. It prints nothing but errors. */
export async function startDocs(options: DocsOptions = {}): Promise<{ url: string; close(): Promise<void> }> {
  const { port = 4000, gatewayUrl = 'http://localhost:4010' } = options;
  const root = fileURLToPath(new URL('.', import.meta.url));
  const backend = await startSandboxBackend({ gatewayUrl });
  const config = await resolveConfig(root);
  config.logger = createLogger('error');
  config.vite = { ...config.vite, logLevel: 'error', clearScreen: false };
  const server = await createServer(
    root,
    {
      port,
      strictPort: port !== 0,
      host: '127.0.0.1',
      proxy: { '/sandbox-api/': { target: backend.url, headers: { connection: 'close' } } },
    },
    async () => undefined,
    config,
  );
  await server.listen();
  const address = server.httpServer?.address();
  if (!address || typeof address === 'string') throw new Error('The documentation did not get a port.');
  return {
    url: `http://localhost:${address.port}`,
    close: async () => {
      await server.close();
      await backend.close();
    },
  };
}

if (import.meta.main) {
  const { DOCS_PORT = '4000', GATEWAY_PORT = '4010', GATEWAY_URL } = process.env;
  await startDocs({
    port: Number(DOCS_PORT),
    gatewayUrl: GATEWAY_URL ?? `http://localhost:${GATEWAY_PORT}`,
  });
}
