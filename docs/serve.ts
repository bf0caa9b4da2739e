/** Serves the documentation with its sandbox, and prints only errors: `node --conditions=source docs/serve.ts`. */
import { fileURLToPath } from 'node:url';
import { createLogger } from 'vite';
import { createServer, resolveConfig } from 'vitepress';
import { SANDBOX_API } from './sandbox-backend/backend.ts';
import { startSandboxBackend } from './sandbox-backend/start.ts';

const { DOCS_PORT = '4000', GATEWAY_PORT = '4010', GATEWAY_URL } = process.env;

const root = fileURLToPath(new URL('.', import.meta.url));
const backend = await startSandboxBackend({ gatewayUrl: GATEWAY_URL ?? `http://localhost:${GATEWAY_PORT}` });
const config = await resolveConfig(root);
config.logger = createLogger('error');
config.vite = { ...config.vite, logLevel: 'error', clearScreen: false };
const server = await createServer(
  root,
  {
    port: Number(DOCS_PORT),
    strictPort: true,
    host: '127.0.0.1',
    proxy: { [SANDBOX_API]: { target: backend.url, headers: { connection: 'close' } } },
  },
  async () => undefined,
  config,
);
await server.listen();
