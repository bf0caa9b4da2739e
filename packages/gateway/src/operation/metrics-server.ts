import { type Listening, openServer } from '../http/server.ts';
import type { Metrics } from './metrics.ts';

/**
 * Serves `GET /metrics` on a separate port, which only the monitoring reaches: business figures are not for payers.
 * @throws ListenError if the port is taken or not allowed, or the host is not an address of this machine.
 */
export async function openMetricsServer(
  { registry }: Metrics,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<Listening> {
  const listening = await openServer({ host, port, setting: 'GATEWAY_METRICS' });
  listening.server.on('request', async (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end();
    try {
      const text = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
  return listening;
}
