import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { type Caller, callerOf } from '../testing/caller.ts';
import { onBothEngines } from '../testing/engines.ts';
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts';
import { type Receiver, startReceiver } from '../testing/receiver.ts';
import { inRequestSpan } from './trace.ts';

const ORDERS = '/offset-gateway/orders';
const exporter = new InMemorySpanExporter();
// As an operator's SDK does, before the gateway starts.
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();

onBothEngines('traces', ({ engine, database }) => {
  let gateway: RunningGateway;
  let caller: Caller;
  let stripe: FakeProvider;
  let receiver: Receiver;
  before(async () => {
    const refuseAll = () => ({ status: 410 });
    [stripe, receiver] = await Promise.all([startFakeProvider(), startReceiver(refuseAll)]);
    const environment = {
      GATEWAY_PROVIDER: 'stripe',
      GATEWAY_PROVIDER_API_URL: stripe.url,
      STRIPE_SECRET_KEY: 'sk_test_unmistakable',
      STRIPE_WEBHOOK_SECRET: 'whsec_unmistakable',
    };
    gateway = await startGateway({ databaseUrl: await database(), environment });
    caller = callerOf(gateway.url);
  });
  after(async () => {
    await gateway.close();
    await Promise.all([stripe.close(), receiver.close()]);
  });

  const spans = (): readonly ReadableSpan[] => exporter.getFinishedSpans();
  const named = (name: string): ReadableSpan => {
    const found = spans().find((span) => span.name === name);
    assert.ok(found, `no span ${name} among ${spans().map((span) => span.name)}`);
    return found;
  };
  const below = (parent: ReadableSpan): readonly ReadableSpan[] =>
    spans().filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent.spanContext().spanId);

  it('a request continues the trace of its caller; its queries are spans of it, without their values', async () => {
    exporter.reset();
    const [trace, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
    const order = { emission_amount: 1, user: { name: 'Unmistakable', email: 'unmistakable@x.example' } };
    const made = await caller.post(ORDERS, order, { traceparent: `00-${trace}-${parent}-01` });
    assert.equal(made.status, 201);
    const span = named(`POST ${ORDERS}`);
    assert.equal(span.kind, SpanKind.SERVER);
    assert.equal(span.spanContext().traceId, trace);
    assert.equal(span.parentSpanContext?.spanId, parent);
    const { hostname, port } = new URL(gateway.url);
    assert.deepEqual(span.attributes, {
      'http.request.method': 'POST',
      'http.route': ORDERS,
      'url.scheme': 'http',
      'url.path': ORDERS,
      'server.address': hostname,
      'server.port': Number(port),
      'user_agent.original': 'node',
      'flight_offset.request.id': made.headers.get('x-request-id'),
      'http.response.status_code': 201,
    });
    // On SQLite it may share its commit with background work, whose trace is linked to it.
    const { spanId } = span.spanContext();
    const shared = spans().filter(({ links }) => links.some(({ context }) => context.spanId === spanId));
    const queries = [span, ...shared].flatMap(below);
    assert.ok(queries.some(({ name }) => /^(?:insert|with allocations) orders$/.test(name)));
    for (const { name, attributes } of queries) {
      assert.equal(attributes['db.system.name'], engine === 'sqlite' ? 'sqlite' : 'postgresql');
      assert.equal(attributes['db.query.summary'], name);
      assert.equal('server.address' in attributes, engine === 'postgres');
      assert.equal('db.namespace' in attributes, engine === 'postgres');
    }
    const everything = spans().map(({ name, attributes }) => JSON.stringify([name, attributes]));
    assert.doesNotMatch(everything.join(), /unmistakable|sandbox-secret|sandbox-key/i);
  });

  it('a span omits unknown paths and tokens, and has an unknown method as _OTHER', async () => {
    exporter.reset();
    await caller.raw('/pay/unmistakable/more');
    await caller.raw('/pay/unmistakable', { method: 'PROPFIND' });
    const [none, other] = spans().filter(({ kind }) => kind === SpanKind.SERVER);
    assert.equal(none?.name, 'GET');
    assert.equal(none?.attributes['http.route'], undefined);
    assert.equal(none?.status.code, SpanStatusCode.UNSET);
    assert.equal(other?.name, 'HTTP /pay/:token');
    assert.equal(other?.attributes['http.request.method'], '_OTHER');
    assert.equal(other?.attributes['http.request.method_original'], 'PROPFIND');
    assert.equal(other?.attributes['url.path'], '/pay/REDACTED');
    assert.doesNotMatch(JSON.stringify(spans().map(({ attributes }) => attributes)), /unmistakable/);
  });

  it('a request within the span of an instrumentation is its child, not its sibling', async () => {
    exporter.reset();
    const headers = new Headers({ traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' });
    const request = { method: 'GET', headers, route: '/x', id: 'r', publicUrl: gateway.url };
    await trace.getTracer('http').startActiveSpan('instrumentation', async (span) => {
      await inRequestSpan(request, async () => ({ status: 200 }));
      span.end();
    });
    const [inner] = below(named('instrumentation'));
    assert.equal(inner?.name, 'GET /x');
    assert.equal(inner.kind, SpanKind.INTERNAL);
  });

  it('an export is one span until its last row, and its queries are in it', async () => {
    exporter.reset();
    const route = '/offset-gateway/exports/orders.csv';
    assert.match((await caller.get(route)).text, /ord_/);
    while (!spans().some(({ name }) => name === `GET ${route}`)) await new Promise(setImmediate);
    const span = named(`GET ${route}`);
    assert.ok(below(span).some(({ name }) => name === 'select orders'));
    assert.equal(spans().at(-1), span);
    assert.equal(span.status.code, SpanStatusCode.UNSET);
    await caller.raw(route, { method: 'HEAD' });
    named(`HEAD ${route}`);
  });

  it('work shared by several requests is a trace of its own, linked to each', async () => {
    // With the spans of the request before: what is left to do for it may be done together with these.
    await Promise.all(Array.from({ length: 20 }, () => caller.post(ORDERS, { emission_amount: 1 })));
    const together = spans().filter(({ name }) => name === 'work together');
    assert.ok(together.some(({ links }) => links.length > 1));
    // On SQLite a batch of several requests may share its commit with background work, whose trace is linked to the
    // batch.
    const sharing = spans().filter(({ name }) => name === `POST ${ORDERS}` || name === 'work together');
    const ids = new Set(sharing.map((span) => span.spanContext().spanId));
    for (const span of together) {
      const { spanId } = span.spanContext();
      assert.equal(span.parentSpanContext, undefined);
      // One request may share its commit with background work, which has no span.
      assert.ok(span.links.length > 0);
      for (const { context } of span.links) assert.ok(ids.has(context.spanId) && context.spanId !== spanId);
    }
  });

  it('a call to the provider and an attempt to deliver a webhook are client spans', async () => {
    exporter.reset();
    const { json } = await caller.post(ORDERS, {
      emission_amount: 1000,
      callback_url: `${receiver.url}/?key=unmistakable`,
    });
    const { pathname } = new URL(json.payment_url);
    const submit = (action: string): Promise<unknown> =>
      caller.raw(pathname, { method: 'POST', body: new URLSearchParams({ action }) });
    await submit('pay');
    const [call] = below(named('POST /pay/:token')).filter(({ name }) => name === 'stripe start');
    assert.equal(call?.kind, SpanKind.CLIENT);
    await submit('cancel');
    const [received] = await receiver.until(1);
    while (!spans().some(({ name }) => name === 'POST')) await new Promise(setImmediate);
    const delivery = named('POST');
    assert.equal(delivery.kind, SpanKind.CLIENT);
    assert.equal(delivery.parentSpanContext, undefined);
    assert.match(String(delivery.attributes['flight_offset.webhook.id']), /^msg_/);
    // The receiver continues the trace, and a refused webhook is an error.
    const { traceId, spanId } = delivery.spanContext();
    assert.equal(received?.headers.traceparent, `00-${traceId}-${spanId}-01`);
    assert.equal(delivery.attributes['url.full'], `${receiver.url}/REDACTED`);
    assert.equal(delivery.attributes['http.response.status_code'], 410);
    assert.equal(delivery.attributes['error.type'], '410');
    assert.equal(delivery.status.code, SpanStatusCode.ERROR);
  });

  it('a failing provider marks its span and that of the request as errors', async () => {
    exporter.reset();
    const { json } = await caller.post(ORDERS, { emission_amount: 1000 });
    stripe.failing = 9;
    const { pathname } = new URL(json.payment_url);
    await caller.raw(pathname, { method: 'POST', body: new URLSearchParams({ action: 'pay' }) });
    stripe.failing = 0;
    assert.equal(named('stripe start').status.code, SpanStatusCode.ERROR);
    const request = named('POST /pay/:token');
    assert.equal(request.status.code, SpanStatusCode.ERROR);
    assert.equal(request.attributes['error.type'], String(request.attributes['http.response.status_code']));
  });

  it('background work makes no spans', async () => {
    exporter.reset();
    await caller.raw('/healthz');
    await new Promise((resolve) => setTimeout(resolve, 1200));
    assert.deepEqual(
      spans().map(({ name }) => name),
      ['GET /healthz'],
    );
  });
});
