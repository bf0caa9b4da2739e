import type { Role } from './permission.ts';

/** A person who is signed in. */
export interface Session {
  readonly personId: string;
  /** The merchant whose staff the person is; undefined for an operator. */
  readonly merchantId: string | undefined;
  readonly role: Role;
  readonly name: string;
  /** When the person last proved who they are, milliseconds since 1970. */
  readonly signedInAt: number;
  /** When the session ends unless it is used until then, milliseconds since 1970. */
  readonly endsAt: number;
  /** When it ends however much it is used, milliseconds since 1970. */
  readonly endsAtLatest: number;
}
