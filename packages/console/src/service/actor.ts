import type { Session } from '../access/session.ts';

/** Who acts, for the audit log. */
export type Actor = Pick<Session, 'personId' | 'name'>;
