import { ValidationError } from '../validation.ts';
import { type VerifiedWebhook, verifyWebhook } from './webhook.ts';

/** How a notification is checked. */
export interface ReadWebhookOptions {
  /** `whsec_…`; several while a secret is being rotated. */
  readonly secrets: readonly string[];
  readonly toleranceSeconds?: number;
  readonly now?: Date;
}

/** A notification that has been checked, with its body. */
export interface ReadWebhook extends VerifiedWebhook {
  /** The exact bytes that were signed. */
  readonly body: Uint8Array;
  /** Their JSON, not yet read through a schema. */
  readonly json: unknown;
}

/**
 * Reads a notification from a web `Request` and checks it, its bytes read once and before anything is parsed.
 * @throws WebhookError where it is not what it says; TypeError where something else has read the body already;
 *   ValidationError where a rightly signed body is no JSON.
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
