import { createServer } from 'node:http';
import { createFakeService } from '@flight-offset/core/testing';
import { toNodeHandler } from '@flight-offset/server/node';

const port = Number(process.env.PORT ?? 4050);
const service = createFakeService({ origin: `http://localhost:${port}` });

/** Serves the four operations of the interface, and a payment page that pays at once. */
async function respond(request: Request): Promise<Response> {
  const orderId = /^\/pay\/([^/]+)$/.exec(new URL(request.url).pathname)?.[1];
  if (!orderId) return service.fetch(request);
  service.finalize(orderId, 'completed');
  return new Response(`Order ${orderId} is paid.`);
}

createServer(toNodeHandler(respond)).listen(port, () => console.log(`http://localhost:${port}`));
