import * as z from 'zod';
import { productSchema } from '../offer/product.ts';
import { batchIdSchema, creditProjectSchema, hashSchema } from './batch.ts';
import { PATH_STEP } from './path.ts';
import { RETIREMENT_STATES } from './state.ts';

/** `typ` of a signed receipt. */
export const RECEIPT_TYPE = 'receipt+jws';

/** Proof that an order is part of a retirement batch: needed in addition to the batch itself. */
const inclusionProofSchema = z
  .object({
    batch: batchIdSchema.meta({ description: 'Identifier of the batch.' }),
    index: z.int().min(0).meta({ description: 'Position of the leaf, from 0.' }),
    salt: z
      .string()
      .regex(/^[A-Za-z0-9_-]{22}$/, 'must be 16 bytes in base64url')
      .meta({ description: 'Salt of the order in this batch.' }),
    order: hashSchema.meta({ description: 'Hash of salt and order id.' }),
    path: z.array(z.string().regex(PATH_STEP, 'must be a step such as R1200.<hash>')).max(32).meta({
      description: 'Siblings from the leaf to the root: side, grams, dot, hash.',
    }),
  })
  .meta({ id: 'InclusionProof' });

/** Proof that an order is part of a retirement batch. */
export type InclusionProof = z.infer<typeof inclusionProofSchema>;

/** Credits of one project that belong to an order. */
const receiptCreditSchema = z
  .object({
    project: creditProjectSchema,
    grams: z.int().meta({ description: 'Grams of CO2e of this project.' }),
    product: productSchema.optional().meta({
      description: 'What the grams are of, if not carbon credits. No receipt holds both.',
    }),
    ccp_label_on: z.iso.date().optional().meta({
      description: 'As of when the registry shows the Core Carbon Principles label on the credits.',
    }),
    retirement: inclusionProofSchema.nullable().meta({
      description: 'Proof of the retirement; null while the credits are allocated and not yet retired.',
    }),
  })
  .meta({ id: 'ReceiptCredit' });

/** Credits of one project that belong to an order. */
export type ReceiptCredit = z.infer<typeof receiptCreditSchema>;

/** Claims of a receipt about its credits. A service may add its own. */
export const receiptClaimsSchema = z
  .looseObject({
    iss: z
      .url({ protocol: /^https?$/ })
      .meta({ description: 'Who issued the receipt: the address of the gateway.' }),
    order_id: z.string().min(1).max(200),
    grams: z.int().meta({ description: 'Grams of CO2e of the order.' }),
    retirement_state: z.enum(RETIREMENT_STATES),
    credits: z.array(receiptCreditSchema).max(100),
  })
  .meta({ id: 'ReceiptClaims' });

/** Claims of a receipt about its credits. */
export type ReceiptClaims = z.infer<typeof receiptClaimsSchema>;
