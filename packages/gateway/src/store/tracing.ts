import type { SpanContext } from '@opentelemetry/api';
import type { LogEvent } from 'kysely';

/** What the store does for the traces of those whose work it runs; whoever opens a database passes it in. */
export interface Tracing {
  /** Makes a span of a query; undefined where nobody traces, so that queries then cost nothing more. */
  readonly logQuery: ((event: LogEvent) => void) | undefined;
  /** The caller's span, to be given to {@link inSharedSpan}; undefined where nobody traces. */
  currentSpan(): SpanContext | undefined;
  /** Runs work which several callers share: in the trace of the only one, or in one with a link to each. */
  inSharedSpan<T>(callers: readonly (SpanContext | undefined)[], work: () => Promise<T>): Promise<T>;
}
