import type { LogEvent } from 'kysely';
import type { Engine } from '../store/engine.ts';
import type { Tracing } from '../store/tracing.ts';
import { addEndedSpan, currentSpan, inSharedSpan, isTraced } from './trace.ts';

const SYSTEMS: Readonly<Record<Engine, string>> = { sqlite: 'sqlite', postgres: 'postgresql' };

/** Traces a database of an engine, where an SDK was registered before now. */
export function databaseTracing(engine: Engine): Tracing {
  return { logQuery: queryTracer(engine), currentSpan, inSharedSpan };
}

/**
 * A logger for Kysely which makes a span of each query of a traced request: its text, never its values. Undefined
 * where nobody traces, so that queries then cost nothing more.
 */
function queryTracer(engine: Engine): ((event: LogEvent) => void) | undefined {
  if (!isTraced()) return undefined;
  return ({ level, query, queryDurationMillis }) => {
    const text = query.sql.trim();
    const operation = text.split(/\s/, 1)[0]?.toLowerCase() ?? 'query';
    const attributes = {
      'db.system.name': SYSTEMS[engine],
      'db.operation.name': operation,
      'db.query.text': text,
    };
    addEndedSpan(operation, queryDurationMillis, { attributes, failed: level === 'error' });
  };
}
