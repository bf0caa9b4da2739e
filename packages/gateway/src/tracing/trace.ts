import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

const tracer = trace.getTracer('@flight-offset/gateway');

/** Handles a request in a span of its own, a child of the caller's where it sent `traceparent`. */
export function inRequestSpan<T>(
  headers: Headers,
  method: string,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const parent: Context = propagation.extract(context.active(), headers, {
    get: (carrier, key) => carrier.get(key) ?? undefined,
    keys: (carrier) => [...carrier.keys()],
  });
  return inSpan(method, { kind: SpanKind.SERVER, parent }, work);
}

/** Says in the span of a request what became of it. No path: paths hold identifiers and tokens. */
export function describeRequest(
  span: Span,
  request: { method: string; route: string; status: number; id: string },
): void {
  if (!span.isRecording()) return;
  const { method, route, status, id } = request;
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'http.request.id': id,
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Runs one attempt to deliver a webhook in a trace of its own: whoever caused it is long gone. */
export function inDeliverySpan<T>(id: string, work: (span: Span) => Promise<T>): Promise<T> {
  const attributes = { 'messaging.message.id': id };
  return inSpan('deliver webhook', { kind: SpanKind.CLIENT, parent: ROOT_CONTEXT, attributes }, work);
}

/** Runs a call to the payment provider in a span of its own. @param name such as `stripe start`. */
export function inProviderSpan<T>(name: string, work: () => Promise<T>): Promise<T> {
  return inSpan(name, { kind: SpanKind.CLIENT, parent: context.active() }, work);
}

/** The caller's span, to be given to {@link inSharedSpan}; undefined where nobody traces. */
export function currentSpan(): SpanContext | undefined {
  return trace.getActiveSpan()?.spanContext();
}

/**
 * Runs work which several requests share. For one it belongs to that one's trace; for several it is a trace of its own,
 * with a link to each.
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
  const attributes = { 'gateway.requests': callers.length };
  return inSpan('work together', { kind: SpanKind.INTERNAL, parent: ROOT_CONTEXT, attributes, links }, work);
}

/** Whether somebody traces: an SDK was registered before now. */
export function isTraced(): boolean {
  // Never ended, and so never exported.
  return isSpanContextValid(tracer.startSpan('probe').spanContext());
}

/** Adds a span for something that has just ended, inside of the present one; none where nothing is traced. */
export function addEndedSpan(
  name: string,
  ms: number,
  { attributes, failed }: { readonly attributes: Attributes; readonly failed: boolean },
): void {
  if (!trace.getActiveSpan()) return;
  const end = performance.timeOrigin + performance.now();
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: end - ms, attributes });
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
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
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
