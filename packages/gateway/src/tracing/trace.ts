import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { codeOf } from '../store/error-code.ts';

const tracer = trace.getTracer('@flight-offset/gateway');

/** HTTP methods that the conventions know; any other is `_OTHER`. */
const METHODS = new Set('GET HEAD POST PUT PATCH DELETE OPTIONS CONNECT TRACE QUERY'.split(' '));

/** The context key with which an SDK suppresses tracing: the same in each version. */
const SUPPRESSED = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

/** A request, for its span. */
export interface TracedRequest {
  readonly method: string;
  readonly headers: Headers;
  /** Path template; empty if none matched. */
  readonly route: string;
  readonly id: string;
  /** URL of the gateway as callers see it. */
  readonly publicUrl: string;
}

/** The outcome of a request. */
export interface Handled {
  readonly status: number;
  /** For a streamed body: resolves at its end to whether the client took all of it. */
  readonly sent?: Promise<boolean> | undefined;
}

/**
 * Handles a request in a span of its own: within the span of an HTTP instrumentation, otherwise as a child of the
 * caller's if it sent `traceparent`. Paths hold identifiers and tokens, so the span names only the route.
 */
export async function inRequestSpan(request: TracedRequest, work: () => Promise<Handled>): Promise<void> {
  const { method, headers, route, id, publicUrl } = request;
  const known = METHODS.has(method);
  const userAgent = headers.get('user-agent');
  const attributes = {
    'http.request.method': known ? method : '_OTHER',
    ...(known ? {} : { 'http.request.method_original': method }),
    ...(route === '' ? {} : { 'http.route': route }),
    'url.scheme': publicUrl.split(':', 1)[0],
    'url.path': route === '' ? '/REDACTED' : route.replaceAll(/:\w+|\*/g, 'REDACTED'),
    ...serverOf(publicUrl),
    ...(userAgent === null ? {} : { 'user_agent.original': userAgent }),
    'flight_offset.request.id': id,
  };
  const name = `${known ? method : 'HTTP'} ${route}`.trim();
  const inside = trace.getActiveSpan() !== undefined;
  const parent = inside ? context.active() : callerOf(headers);
  const kind = inside ? SpanKind.INTERNAL : SpanKind.SERVER;
  const span = tracer.startSpan(name, { kind, attributes }, parent);
  const within = trace.setSpan(parent, span);
  try {
    const { status, sent } = await context.with(within, work);
    span.setAttribute('http.response.status_code', status);
    if (status >= 500) fail(span, String(status));
    if (!sent) return span.end();
    void sent.then((whole) => {
      if (!whole) fail(span, 'incomplete');
      span.end();
    });
  } catch (error) {
    fail(span, errorType(error));
    span.end();
    throw error;
  }
}

function callerOf(headers: Headers): Context {
  return propagation.extract(context.active(), headers, {
    get: (carrier, key) => carrier.get(key) ?? undefined,
    keys: (carrier) => [...carrier.keys()],
  });
}

const PORTS: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
};

/** Returns the server in a URL; no attributes without one. */
export function serverOf(url: string): Attributes {
  const { protocol = '', hostname, port } = URL.parse(url) ?? {};
  return hostname ? { 'server.address': hostname, 'server.port': Number(port || PORTS[protocol]) } : {};
}

/**
 * Sends a webhook in a trace of its own: the request that caused it has long ended. An instrumentation of the HTTP
 * client adds neither a span of its own nor a second `traceparent`. The span holds only the origin of the URL: some
 * URLs contain a secret.
 * @param work receives the headers by which the receiver continues the trace.
 */
export function inDeliverySpan<T extends { ok: boolean; status: number | null; outcome: string }>(
  { id, url }: { readonly id: string; readonly url: string },
  work: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  const attributes = {
    'http.request.method': 'POST',
    'url.full': `${URL.parse(url)?.origin}/REDACTED`,
    ...serverOf(url),
    'flight_offset.webhook.id': id,
  };
  return inSpan('POST', { kind: SpanKind.CLIENT, parent: ROOT_CONTEXT, attributes }, async (span) => {
    const headers: Record<string, string> = {};
    propagation.inject(context.active(), headers);
    const result = await context.with(context.active().setValue(SUPPRESSED, true), () => work(headers));
    const { ok, status, outcome } = result;
    if (status !== null) span.setAttribute('http.response.status_code', status);
    if (!ok) fail(span, status === null ? outcome : String(status));
    return result;
  });
}

/** Runs a call to the payment provider in a span of its own. @param name such as `stripe start`. */
export function inProviderSpan<T>(name: string, work: () => Promise<T>): Promise<T> {
  return inSpan(name, { kind: SpanKind.CLIENT, parent: context.active() }, work);
}

/** Returns the caller's span, for {@link inSharedSpan}; undefined without tracing. */
export function currentSpan(): SpanContext | undefined {
  return trace.getActiveSpan()?.spanContext();
}

/**
 * Runs work that several requests share. For one request it belongs to that request's trace; for several it is a
 * separate trace with a link to each.
 */
export function inSharedSpan<T>(
  callers: readonly (SpanContext | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  const spans = callers.filter((one) => one !== undefined);
  const [first] = spans;
  if (!first) return context.with(ROOT_CONTEXT, work);
  if (callers.length === 1) return context.with(trace.setSpanContext(ROOT_CONTEXT, first), work);
  const links = spans.map((one) => ({ context: one }));
  const attributes = { 'flight_offset.batch.size': callers.length };
  return inSpan('work together', { kind: SpanKind.INTERNAL, parent: ROOT_CONTEXT, attributes, links }, work);
}

/** Whether tracing is on: an SDK has been registered. */
export function isTraced(): boolean {
  // Never ended, and so never exported.
  return isSpanContextValid(tracer.startSpan('probe').spanContext());
}

/** Returns the current trace, with OpenTelemetry's field names for log lines. */
export function traceIds(): { trace_id?: string; span_id?: string } {
  const { traceId, spanId } = currentSpan() ?? {};
  return traceId && spanId ? { trace_id: traceId, span_id: spanId } : {};
}

/** Whether the current trace is sampled. */
export function isSampled(): boolean {
  return ((trace.getActiveSpan()?.spanContext().traceFlags ?? 0) & TraceFlags.SAMPLED) !== 0;
}

/** Adds a span for work that has just ended, within the current span. */
export function addEndedSpan(name: string, ms: number, attributes: Attributes, error: unknown): void {
  const end = performance.timeOrigin + performance.now();
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: end - ms, attributes });
  if (error !== undefined) fail(span, errorType(error));
  span.end(end);
}

interface SpanPlan {
  readonly kind: SpanKind;
  readonly parent: Context;
  readonly attributes?: Attributes;
  readonly links?: { context: SpanContext }[];
}

function inSpan<T>(
  name: string,
  { parent, ...options }: SpanPlan,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      fail(span, errorType(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

function fail(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', type);
}

/** Returns an error's code, or its class. */
function errorType(error: unknown): string {
  return codeOf(error) || (error instanceof Error ? error.name : '_OTHER');
}
