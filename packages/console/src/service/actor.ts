import type { Session } from '../access/session.ts';

/** Person who acts, for the audit log. */
export type Actor = Pick<Session, 'personId' | 'name'>;
