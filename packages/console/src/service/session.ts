import type { Role } from '../access/permission.ts';
import type { Session } from '../access/session.ts';
import type { Millis } from './millis.ts';

/** State of a sign-in at an identity provider. */
export interface ProviderSignIn {
  /** URL to send the browser to. */
  readonly url: string;
  /** State that the browser keeps in a cookie until it returns. */
  readonly state: string;
}

/** A new session. The token goes into the browser's cookie and is stored nowhere. */
export interface NewSession {
  readonly token: string;
  readonly session: Session;
}

/** A session of a person that has not ended. */
export interface OpenSession {
  /** Identifies it among the sessions of the person; it does not reveal the token. */
  readonly id: string;
  readonly signedInAt: Millis;
  readonly usedAt: Millis;
  /** Whether it is the session of the request. */
  readonly isThis: boolean;
}

/** Signing in and out. Tokens are stored as hashes. */
export interface SessionService {
  /**
   * Finds the session of a token; undefined if it ended, timed out or never existed.
   * @param options `isUse`: whether this counts as a use of the session, which would otherwise end.
   */
  find(token: string, options: { readonly isUse: boolean }): Promise<Session | undefined>;
  /** Ends a session: its token becomes invalid. */
  end(token: string): Promise<void>;
  /**
   * Lists open sessions of a person, at most 100: the current one, then by last use. @param token of the current one.
   */
  list(person: Session, token: string): Promise<readonly OpenSession[]>;
  /** Ends a person's sessions except that of `token`: all of them, or only `id`. @returns how many were open. */
  endOthers(person: Session, token: string, id?: string): Promise<number>;
  /** Signs in as anyone; undefined if the gateway takes real money. */
  readonly sandbox: ((role: Role) => Promise<NewSession>) | undefined;
  /**
   * Signs in with a one-time link; undefined if links do not sign people in.
   * @param address of the client: invalid links are limited per address.
   * @throws Refusal if the link is invalid, used or expired, or there were too many attempts.
   */
  readonly redeem: ((link: string, address: string) => Promise<NewSession>) | undefined;
  /** Signs in at an identity provider; undefined if none is configured. */
  readonly provider:
    | {
        /** @throws Refusal if the provider is unavailable. */
        begin(): Promise<ProviderSignIn>;
        /**
         * @param address of the client: sign-ins are limited per address.
         * @throws Refusal if the provider does not vouch for a person that the gateway knows, or there were too many
         * attempts.
         */
        finish(url: URL, state: string, address: string): Promise<NewSession>;
      }
    | undefined;
}
