import * as z from 'zod';

/**
 * Parties that collect the money of an order: `payer`, the payer pays the gateway at `payment_url`; `merchant`, the
 * merchant collected the money with the booking and is invoiced on a statement.
 */
export const SETTLEMENTS = ['payer', 'merchant'] as const;

/** Party that collects the money of an order. */
export type Settlement = (typeof SETTLEMENTS)[number];

/** The merchant's own name for an order, such as a booking reference: 1 to 128 printable characters. */
export const referenceSchema = z
  .string()
  .min(1)
  .max(128)
  // Not \p{Cc}: a pattern of the OpenAPI document is also read without Unicode classes.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what they are refused by
  .regex(/^[^\u0000-\u001f\u007f-\u009f]+$/, 'must hold printable characters only')
  .meta({ description: "Extension: the merchant's own reference, such as a booking.", examples: ['EX7K2P'] });

/**
 * Key-value pairs that a merchant attaches to an order: at most 20, keys of 1 to 40 and values of at most 500
 * characters.
 */
export const metadataSchema = z
  .record(z.string().min(1).max(40), z.string().max(500), {
    error: ({ code }) => (code === 'invalid_key' ? 'must be a key of 1 to 40 characters' : undefined),
  })
  .refine((pairs) => Object.keys(pairs).length <= 20, 'must hold at most 20 keys')
  .meta({
    maxProperties: 20,
    description: 'Extension: key-value pairs of the merchant.',
    examples: [{ channel: 'app' }],
  });

/** Variant of the page that led to an order: to compare conversion without tracking anybody. */
export const variantSchema = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w.:-]+$/, 'must hold letters, digits and . _ : - only')
  .meta({
    description: 'Extension: name of the variant of the page, for comparing variants.',
    examples: ['compact-b'],
  });

/** Body of the extension `POST /offset-gateway/orders/{order_id}/confirm`. */
export const confirmOrderSchema = z
  .object({ reference: referenceSchema.optional() })
  .meta({ id: 'ConfirmOrder' });

/** Body of a confirm: the booking that was paid. */
export type ConfirmOrder = z.infer<typeof confirmOrderSchema>;

/** Body of the extension `POST /offset-gateway/orders/{order_id}/cancel`: an empty object. */
export const cancelOrderSchema = z.object({}).meta({ id: 'CancelOrder' });
