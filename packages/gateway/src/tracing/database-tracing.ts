import type { Attributes } from '@opentelemetry/api';
import type { LogEvent } from 'kysely';
import type { Engine } from '../store/engine.ts';
import { codeOf } from '../store/error-code.ts';
import type { Tracing } from '../store/tracing.ts';
import { addEndedSpan, currentSpan, inSharedSpan, isSampled, isTraced, serverOf } from './trace.ts';

const SYSTEMS: Readonly<Record<Engine, string>> = { sqlite: 'sqlite', postgres: 'postgresql' };

/** Traces a database if an SDK has been registered. @param url of a server, with the name of the database. */
export function databaseTracing(engine: Engine, url?: string): Tracing {
  return { logQuery: queryTracer(engine, url), currentSpan, inSharedSpan };
}

/**
 * Makes a logger for Kysely that makes a span of each query of a traced request: its text, never its values. Undefined
 * without tracing, so that queries cost nothing more then.
 */
function queryTracer(engine: Engine, url: string | undefined): ((event: LogEvent) => void) | undefined {
  if (!isTraced()) return undefined;
  const database = { 'db.system.name': SYSTEMS[engine], ...databaseOf(url) };
  return (event) => {
    if (!isSampled()) return;
    const text = event.query.sql.trim();
    const summary = summaryOf(text);
    const error = event.level === 'error' ? event.error : undefined;
    const code = codeOf(error);
    const attributes = {
      ...database,
      'db.query.summary': summary,
      'db.query.text': text,
      // Not the system's codes, such as `EPIPE`.
      ...(/^SQLITE|^(?=.*\d)[\dA-Z]{5}$/.test(code) ? { 'db.response.status_code': code } : {}),
    };
    addEndedSpan(summary, event.queryDurationMillis, attributes, error);
  };
}

/** Attributes of a server and its database; none for a file. */
function databaseOf(url: string | undefined): Attributes {
  const { hostname, pathname } = (url !== undefined && URL.parse(url)) || {};
  if (!url || !hostname) return {};
  return { ...serverOf(url), ...(pathname && pathname !== '/' ? { 'db.namespace': pathname.slice(1) } : {}) };
}

/** Returns a query's first word, and the tables it names: `select orders merchants`. */
function summaryOf(text: string): string {
  const [operation] = text.match(/^\w+/) ?? ['query'];
  const tables = text.matchAll(/\b(?:from|into|join|update)\s+"?(?!select\b|set\b)(\w+)\b(?!\()/gi);
  const words = new Set([operation, ...Array.from(tables, ([, table = '']) => table)]);
  // As long as conventions allow, in whole words.
  return [...words].join(' ').replace(/^(.{0,254}\w)\b.*$/, '$1');
}
