import type { Role } from '../access/permission.ts';
import type { Session } from '../access/session.ts';
import type { Millis } from './millis.ts';

/** What an identity provider needs to know when a person comes back from it. */
export interface ProviderSignIn {
  /** Where to send the browser. */
  readonly url: string;
  /** To be kept by the browser until it comes back, in a cookie. */
  readonly state: string;
}

/** A new session. The token goes into the browser's cookie and is stored nowhere. */
export interface NewSession {
  readonly token: string;
  readonly session: Session;
}

/** A session of a person that has not ended. */
export interface OpenSession {
  /** Names it among those of the person; its token cannot be found from it. */
  readonly id: string;
  readonly signedInAt: Millis;
  readonly usedAt: Millis;
  /** Whether it is the one that asks. */
  readonly isThis: boolean;
}

/** Signing in and out. Tokens are stored as hashes. */
export interface SessionService {
  /**
   * The session of a token; undefined where it ended, timed out or never was.
   * @param options `isUse`: whether this counts as a use of the session, which would end without any.
   */
  find(token: string, options: { readonly isUse: boolean }): Promise<Session | undefined>;
  /** Ends a session: its token is worth nothing from then on. */
  end(token: string): Promise<void>;
  /** Open sessions of a person, at most 100: the one that asks, then by last use. @param token of the one that asks. */
  list(person: Session, token: string): Promise<readonly OpenSession[]>;
  /** Ends sessions of a person but the one of a token: all of them, or the one of an id. @returns how many were open. */
  endOthers(person: Session, token: string, id?: string): Promise<number>;
  /** Signs in as anyone; undefined where the gateway takes real money. */
  readonly sandbox: ((role: Role) => Promise<NewSession>) | undefined;
  /**
   * Signs in with a one-time link; undefined where no link signs anybody in.
   * @param address of the client: invalid links are limited for each.
   * @throws Refusal where the link is invalid, used or expired, or too many were.
   */
  readonly redeem: ((link: string, address: string) => Promise<NewSession>) | undefined;
  /** Signs in at an identity provider; undefined where none is configured. */
  readonly provider:
    | {
        /** @throws Refusal where the provider is unavailable. */
        begin(): Promise<ProviderSignIn>;
        /**
         * @param address of the client: sign-ins are limited for each.
         * @throws Refusal where the provider does not vouch for a person whom the gateway knows, or too many were tried.
         */
        finish(url: URL, state: string, address: string): Promise<NewSession>;
      }
    | undefined;
}
