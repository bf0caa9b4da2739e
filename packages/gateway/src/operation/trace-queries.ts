import type { LogEvent } from 'kysely';
import type { Engine } from '../store/engine.ts';
import { addEndedSpan, isTraced } from './trace.ts';

const SYSTEMS: Readonly<Record<Engine, string>> = { sqlite: 'sqlite', postgres: 'postgresql' };

/**
 * A logger for Kysely which makes a span of each query of a traced request: its text, never its values. Undefined
 * where nobody traces, so that queries then cost nothing more.
 */
export function queryTracer(engine: Engine): ((event: LogEvent) => void) | undefined {
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
