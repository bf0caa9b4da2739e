import type { Actor as Person } from '@flight-offset/console';
import type { Actor } from '../audit/actor.ts';

/** Returns a person at the console, as the audit log records them. */
export function byOf({ personId, name }: Person): Actor {
  return { channel: 'console', id: personId, name };
}
