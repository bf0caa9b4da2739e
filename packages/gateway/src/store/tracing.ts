import type { SpanContext } from '@opentelemetry/api';
import type { LogEvent } from 'kysely';

/** Traces the work that the store runs; the code that opens a database provides it. */
export interface Tracing {
  /** Makes a span of a query; undefined without tracing, so that queries cost nothing more then. */
  readonly logQuery: ((event: LogEvent) => void) | undefined;
  /** The caller's span, for {@link inSharedSpan}; undefined without tracing. */
  currentSpan(): SpanContext | undefined;
  /**
   * Runs work that several callers share: in the caller's trace if there is only one, otherwise in a trace linked to
   * each.
   */
  inSharedSpan<T>(callers: readonly (SpanContext | undefined)[], work: () => Promise<T>): Promise<T>;
}
