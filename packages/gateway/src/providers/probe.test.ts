import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { it } from 'node:test';
import { getGlobalDispatcher, ProxyAgent, setGlobalDispatcher } from 'undici';
import { readConfig } from '../config.ts';
import { listenOnLoopback } from '../testing/loopback.ts';
import { probeProvider } from './probe.ts';

const configOf = (url: string) =>
  readConfig(
    {
      GATEWAY_PROVIDER: 'stripe',
      GATEWAY_PROVIDER_API_URL: url,
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    },
    { sandbox: true },
  );

it('reports a provider that does not respond with the name of the time-out', async (t) => {
  const silent = await listenOnLoopback(createServer(() => {}));
  t.after(() => silent.close());
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  t.mock.method(AbortSignal, 'timeout', () => timeout(50));
  assert.equal(await probeProvider(configOf(silent.url)), 'cannot be reached (TimeoutError)');
});

it('reports the response of a proxy that refuses to connect to the provider', async (t) => {
  const proxy = createServer();
  proxy.on('connect', (_, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
  const { url, close } = await listenOnLoopback(proxy);
  t.after(close);
  const direct = getGlobalDispatcher();
  setGlobalDispatcher(new ProxyAgent(url));
  t.after(() => setGlobalDispatcher(direct));
  const probe = await probeProvider(configOf('https://provider.example'));
  assert.match(probe, /^cannot be reached \(Proxy response \(407\)/);
});

it('reports a key as refused only after 401, and follows no redirect with it', async (t) => {
  const requested: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    requested.push(url);
    const [, status] = url.split('/');
    response.writeHead(Number(status), { location: '/200/elsewhere' }).end();
  });
  const { url, close } = await listenOnLoopback(server);
  t.after(close);
  const probes = [200, 403, 401, 500, 307].map((status) => probeProvider(configOf(`${url}/${status}`)));
  const [...words] = await Promise.all(probes);
  assert.deepEqual(words.slice(0, 4), ['accepted', 'accepted', 'refused', 'returns 500']);
  assert.match(words[4] ?? '', /^cannot be reached/);
  assert.equal(requested.length, 5);
});
