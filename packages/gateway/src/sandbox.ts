import { createHash } from 'node:crypto';

/**
 * Credentials of the one merchant that a gateway with `--sandbox` has. They are public, and valid only for a sandbox,
 * whose credits are worth nothing.
 */
export const SANDBOX = {
  merchantId: 'sandbox-merchant',
  merchantName: 'Example Air',
  /** Sent as `x-api-key`. */
  apiKey: 'sandbox-key',
  /** Signs the bodies of requests: HMAC-SHA256. */
  secret: 'sandbox-secret',
  /** Sent as `x-platform-id` with flights. */
  platformId: 'sandbox-platform',
  /** Verifies the webhooks that the gateway sends. */
  webhookSecret: 'whsec_c2FuZGJveC13ZWJob29rLXNlY3JldC0wMDAwMDAwMDE=',
} as const;

/** Seals the sandbox's secrets, which are not secret: used only if no master key is set. */
export const SANDBOX_MASTER_KEY: Uint8Array = createHash('sha256').update('flight-offset sandbox').digest();
