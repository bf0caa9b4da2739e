import { ValidationError } from '../input/validation.ts';
import { type VerifiedWebhook, verifyWebhook } from './webhook.ts';

/** How a webhook is verified. */
export interface ReadWebhookOptions {
  /** `whsec_…`; several while a secret is being rotated. */
  readonly secrets: readonly string[];
  /** How far `webhook-timestamp` may be before or after `now`, in seconds. Default 300. */
  readonly toleranceSeconds?: number;
  /** Current time; for tests. */
  readonly now?: Date;
}

/** A verified webhook with its body. */
export interface ReadWebhook extends VerifiedWebhook {
  /** The exact bytes that were signed. */
  readonly body: Uint8Array;
  /** JSON of the body, not yet read through a schema. */
  readonly json: unknown;
}

/**
 * Reads a webhook from a web `Request` and verifies it. The bytes are read once, before anything is parsed.
 * @throws WebhookError if verification fails; TypeError if something else has consumed the body or the tolerance is no
 * number; ValidationError if a body with a valid signature is not JSON.
 * @example
 * const { id, json } = await readWebhook(request, { secrets: [webhookSecret] });
 * const { type, data } = parse(webhookEventSchema, json);
 */
export async function readWebhook(request: Request, options: ReadWebhookOptions): Promise<ReadWebhook> {
  if (request.bodyUsed) {
    throw new TypeError(
      'the body of this request has been read already, so its bytes cannot be checked: ' +
        'let readWebhook have the request before any body parser, or pass it request.clone()',
    );
  }
  const body = new Uint8Array(await request.arrayBuffer());
  const verified = await verifyWebhook({ headers: request.headers, body, ...options });
  try {
    return { ...verified, body, json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) };
  } catch {
    throw new ValidationError('body', 'must be JSON in UTF-8');
  }
}
