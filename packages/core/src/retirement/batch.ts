import * as z from 'zod';
import { productSchema } from '../offer/product.ts';
import { GRAMS_PER_CREDIT } from '../units/mass.ts';
import { serialRangeSchema } from './serials.ts';
import { MAX_SUM } from './sum-tree-hash.ts';
import { MAX_LEAVES } from './tree-shape.ts';

/** Name and version of the format: the hashes, the shape of the tree and the fields below. */
export const BATCH_FORMAT = 'flight-offset-retirement/1';
/** `typ` of the signed batch. */
export const BATCH_TYPE = 'retirement-batch+jws';

/** Maximum number of retirements in a batch, of its corrections, and of ranges of serial numbers in a retirement. */
export const MAX_NAMED = 100;
/** Maximum length of a URL in a batch, characters. */
export const MAX_URL_LENGTH = 2048;

/** Maximum length of the reason of a correction, characters. */
export const MAX_REASON_LENGTH = 500;

const httpUrl = z.url({ protocol: /^https?$/ }).max(MAX_URL_LENGTH);
/** 32 bytes in base64url. */
export const hashSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in base64url');
/** Identifier of a batch: safe in a URL and in a file name. */
export const batchIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -');

/** A project as its registry names it. */
export const creditProjectSchema = z.object({
  name: z.string().max(500),
  registry: z.string().max(200).meta({ description: 'Registry where the credits were issued and retired.' }),
  project_id: z.string().max(200).meta({ description: 'Identifier of the project in the registry.' }),
});

/** One retirement at a registry, and the part of it that covers this batch. */
const registryRetirementSchema = z
  .object({
    serials: z.array(serialRangeSchema).min(1).max(MAX_NAMED),
    tonnes: z
      .int()
      .min(1)
      .max(Math.floor(MAX_SUM / GRAMS_PER_CREDIT))
      .meta({
        description: 'Whole tonnes retired at the registry: as many as there are serial numbers.',
      }),
    date: z.iso.date().meta({ description: 'Date of the retirement at the registry.' }),
    url: httpUrl.meta({ description: "The retirement in the registry's public records." }),
    certificate_sha256: hashSchema.optional().meta({
      description: "SHA-256 of the registry's certificate, base64url, if there is a file.",
    }),
    grams_from: z.int().min(0).max(MAX_SUM).meta({
      description: 'Where the part that covers this batch begins, in grams of the retirement.',
    }),
    grams_to: z.int().min(1).max(MAX_SUM).meta({ description: 'Where it ends, not included.' }),
  })
  .meta({ id: 'RegistryRetirement' });

/** One retirement at a registry, and the part of it that covers a batch. */
export type RegistryRetirement = z.infer<typeof registryRetirementSchema>;

/** An earlier document of a batch, and why another replaced it. */
const batchCorrectionSchema = z
  .object({
    document: hashSchema.meta({ description: 'SHA-256 of the earlier document, a JWS, base64url.' }),
    corrected_at: z.iso.datetime(),
    reason: z
      .string()
      .min(1)
      .max(MAX_REASON_LENGTH)
      .meta({ description: 'What was wrong, in words of the issuer.' }),
  })
  .meta({ id: 'BatchCorrection' });

/**
 * A retirement batch as it is published: which orders a retirement covers, without naming any order. Registries retire
 * whole tonnes, so a retirement may cover the end of one batch and the beginning of the next; each batch names its
 * part.
 */
export const retirementBatchSchema = z
  .object({
    format: z.literal(BATCH_FORMAT),
    iss: httpUrl.meta({ description: 'Who published the batch: the address of the gateway.' }),
    batch: batchIdSchema,
    published_at: z.iso.datetime(),
    project: creditProjectSchema,
    product: productSchema.optional().meta({
      description: 'What was retired, if not carbon credits. No batch holds both.',
    }),
    retirements: z.array(registryRetirementSchema).min(1).max(MAX_NAMED),
    orders: z.int().min(1).max(MAX_LEAVES).meta({ description: 'Number of orders: leaves of the tree.' }),
    grams: z.int().min(1).max(MAX_SUM).meta({ description: 'Sum of the grams of every order.' }),
    root: hashSchema.meta({ description: 'Hash of the root of the Merkle sum tree, base64url.' }),
    sandbox: z.boolean().optional().meta({ description: 'Whether nothing was really retired.' }),
    corrects: z.array(batchCorrectionSchema).min(1).max(MAX_NAMED).optional().meta({
      description: 'Every earlier document of this batch, oldest first; absent where there is none.',
    }),
  })
  .meta({ id: 'RetirementBatch' });

/** A retirement batch as it is published. */
export type RetirementBatch = z.infer<typeof retirementBatchSchema>;
