import type { Engine } from '../engine.ts';

/**
 * What of each key's budget of requests is handed out: where several processes share a PostgreSQL, they share this.
 * Not logged: a crash forgets it, and the keys begin a new window.
 */
export function rateWindows(engine: Engine): string[] {
  if (engine === 'sqlite') return [];
  return [
    'create unlogged table rate_windows (key text primary key, ends_at bigint not null, leased bigint not null)',
  ];
}
