import type { Actor } from './actor.ts';
import type { ListPage } from './page.ts';

/** An API key, without anything secret. */
export interface ApiKey {
  readonly id: string;
  readonly label: string;
  /** Scheme that signs its requests, such as `hmac-sha256`. */
  readonly scheme: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly revokedAt: number | undefined;
}

/** A new key. It is shown only once. */
export interface NewApiKey {
  /** Id in lists of keys. */
  readonly id: string;
  readonly apiKey: string;
  readonly secret: string;
}

/** A request to the API that failed, without its body. */
export interface FailedRequest {
  /** `x-request-id` of the response. */
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** The path with the names of its parameters. */
  readonly route: string;
  readonly status: number;
  /** Code of the error. */
  readonly code: number;
  readonly message: string;
  readonly durationMs: number;
}

/** Keys and platforms by which a merchant's backend reaches the gateway. */
export interface DeveloperService {
  /** Lists keys, newest first. */
  keys(merchantId: string): Promise<readonly ApiKey[]>;
  /** Lists values of `x-platform-id`. */
  platforms(merchantId: string): Promise<readonly string[]>;
  /** Requests with its keys that failed in the last days, newest first. @param search a request id. */
  failures(
    merchantId: string,
    search: string | undefined,
    cursor: string | undefined,
  ): Promise<ListPage<FailedRequest>>;
  /**
   * Creates a key that signs with HMAC-SHA256; other schemes need the command line.
   * @param request `once` of the form: it creates one key, however often it is sent.
   * @throws Refusal if the form was sent before: the key is not shown again.
   */
  createKey(
    actor: Actor,
    merchantId: string,
    request: { readonly label: string; readonly once: string },
  ): Promise<NewApiKey>;
  /** Ends a key at once, or leaves it ended. @throws Refusal if the merchant has no such key. */
  revokeKey(actor: Actor, merchantId: string, keyId: string): Promise<void>;
  /** Adds a platform with a new identifier. @param once of the form: it adds one, however often it is sent. */
  createPlatform(actor: Actor, merchantId: string, once: string): Promise<void>;
}
