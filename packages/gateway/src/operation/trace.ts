import {
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

const tracer = trace.getTracer('@flight-offset/gateway');

/** Runs the answer to a request in a span of its own, a child of the caller's where it sent `traceparent`. */
export function inRequestSpan<T>(
  headers: Headers,
  method: string,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const parent: Context = propagation.extract(context.active(), headers, {
    get: (carrier, key) => carrier.get(key) ?? undefined,
    keys: (carrier) => [...carrier.keys()],
  });
  return inSpan(method, SpanKind.SERVER, parent, work);
}

/** Runs one attempt to deliver a notification in a span of its own. */
export function inDeliverySpan<T>(work: (span: Span) => Promise<T>): Promise<T> {
  return inSpan('deliver notification', SpanKind.CLIENT, context.active(), work);
}

function inSpan<T>(
  name: string,
  kind: SpanKind,
  parent: Context,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, { kind }, parent, async (span) => {
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
