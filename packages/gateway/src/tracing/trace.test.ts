import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
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
    [stripe, receiver] = await Promise.all([startFakeProvider(), startReceiver()]);
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
    assert.equal(span.attributes['http.response.status_code'], 201);
    assert.equal(span.attributes['http.request.id'], made.headers.get('x-request-id'));
    // On SQLite it may share its commit with work of the background, whose trace is linked to it.
    const { spanId } = span.spanContext();
    const shared = spans().filter(({ links }) => links.some(({ context }) => context.spanId === spanId));
    const queries = [span, ...shared].flatMap(below);
    assert.ok(queries.some(({ name }) => name === 'insert'));
    for (const { attributes } of queries)
      assert.equal(attributes['db.system.name'], engine === 'sqlite' ? 'sqlite' : 'postgresql');
    const everything = spans().map(({ name, attributes }) => JSON.stringify([name, attributes]));
    assert.doesNotMatch(everything.join(), /unmistakable|sandbox-secret|sandbox-key/i);
  });

  it('what several requests share is a trace of its own, linked to each', async () => {
    // With the spans of the request before: what is left to do for it may be done together with these.
    await Promise.all(Array.from({ length: 20 }, () => caller.post(ORDERS, { emission_amount: 1 })));
    const together = spans().filter(({ name }) => name === 'work together');
    assert.ok(together.some(({ links }) => links.length > 1));
    // On SQLite a batch of several requests may share its commit with work of the background: linked to the batch.
    const sharing = spans().filter(({ name }) => name === `POST ${ORDERS}` || name === 'work together');
    const ids = new Set(sharing.map((span) => span.spanContext().spanId));
    for (const span of together) {
      const { spanId } = span.spanContext();
      assert.equal(span.parentSpanContext, undefined);
      // One request may share its commit with work of the background, which has no span.
      assert.ok(span.links.length > 0);
      for (const { context } of span.links) assert.ok(ids.has(context.spanId) && context.spanId !== spanId);
    }
  });

  it('the call to the provider, and the attempt to deliver', async () => {
    exporter.reset();
    const { json } = await caller.post(ORDERS, { emission_amount: 1000, callback_url: receiver.url });
    const { pathname } = new URL(json.payment_url);
    const submit = (action: string): Promise<unknown> =>
      caller.raw(pathname, { method: 'POST', body: new URLSearchParams({ action }) });
    await submit('pay');
    const [call] = below(named('POST /pay/:token')).filter(({ name }) => name === 'stripe start');
    assert.equal(call?.kind, SpanKind.CLIENT);
    await submit('cancel');
    await receiver.until(1);
    while (!spans().some(({ name }) => name === 'deliver webhook')) await new Promise(setImmediate);
    const delivery = named('deliver webhook');
    assert.equal(delivery.kind, SpanKind.CLIENT);
    assert.equal(delivery.parentSpanContext, undefined);
    assert.match(String(delivery.attributes['messaging.message.id']), /^msg_/);
  });

  it('a provider that fails is an error of its span', async () => {
    exporter.reset();
    const { json } = await caller.post(ORDERS, { emission_amount: 1000 });
    stripe.failing = 9;
    const { pathname } = new URL(json.payment_url);
    await caller.raw(pathname, { method: 'POST', body: new URLSearchParams({ action: 'pay' }) });
    stripe.failing = 0;
    assert.equal(named('stripe start').status.code, SpanStatusCode.ERROR);
    assert.equal(named('POST /pay/:token').status.code, SpanStatusCode.ERROR);
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
