import type { Engine } from '../engine.ts';

/**
 * The used part of each key's request budget, shared by all processes on one PostgreSQL. Unlogged: a crash empties it,
 * and the keys begin a new window.
 */
export function rateWindows(engine: Engine): string[] {
  if (engine === 'sqlite') return [];
  return [
    'create unlogged table rate_windows (key text primary key, ends_at bigint not null, leased bigint not null)',
  ];
}
