import { compactVerify, decodeProtectedHeader, errors, importJWK } from 'jose';
import * as z from 'zod';
import { VerificationError, type VerificationProblem } from './problems.ts';

/**
 * Public keys of an issuer, as it publishes them at `/.well-known/jwks.json`. Only Ed25519 keys are used; others are
 * skipped.
 */
export const issuerKeysSchema = z.looseObject({
  keys: z
    .array(
      z.looseObject({
        kty: z.string(),
        kid: z.string().optional(),
        crv: z.string().optional(),
        x: z.string().optional(),
      }),
    )
    .max(1000),
});

/** Public keys of an issuer (RFC 7517). */
export type IssuerKeys = z.infer<typeof issuerKeysSchema>;

/** Maximum length of a signed receipt or batch, characters. */
export const MAX_SIGNED_LENGTH = 1_000_000;

/** Kind of a signed document: its `typ`, the prefix of its problem codes, and its schema. */
interface Kind<S extends z.ZodType> {
  readonly typ: string;
  readonly name: 'receipt' | 'batch';
  readonly schema: S;
}

/** Creates the error of a kind of document. */
type Problem = (kind: 'malformed' | 'unsigned' | 'signature', detail?: string) => VerificationError;

/**
 * Returns the payload of a JWS in compact form, signed with one of the issuer's Ed25519 keys.
 * @throws VerificationError `…_malformed`, `…_unsigned`, `…_signature` or `key_unknown`.
 */
export async function readSigned<S extends z.ZodType>(
  text: string,
  { typ, name, schema }: Kind<S>,
  keys: IssuerKeys,
): Promise<z.output<S>> {
  const jws = text.trim();
  const problem: Problem = (kind, detail) =>
    new VerificationError(`${name}_${kind}` satisfies VerificationProblem, detail);
  const malformed = (detail: string): VerificationError => problem('malformed', detail);
  if (jws.length > MAX_SIGNED_LENGTH) throw malformed(`It is longer than ${MAX_SIGNED_LENGTH} characters.`);
  if (jws.startsWith('{')) throw problem('unsigned', 'It is plain JSON; use the signed form.');
  const [, , signature] = jws.split('.');
  const header = headerOf(jws);
  if (header === undefined) throw malformed('It is not a JWS in compact form.');
  if (header.alg === 'none' || signature === '') throw problem('unsigned');
  if (header.alg !== 'EdDSA') throw malformed('Its algorithm is not EdDSA.');
  if (header.typ !== typ) throw malformed(`Its type is not ${typ}.`);
  const key = keys.keys.find(({ kid, kty, crv }) => kid === header.kid && kty === 'OKP' && crv === 'Ed25519');
  if (header.kid === undefined || key === undefined) throw new VerificationError('key_unknown');
  // Other spellings of the signature's 64 bytes, with spare bits or padding, would be documents that the issuer never
  // signed.
  if (!/^[\w-]{85}[AQgw]$/.test(signature ?? '')) throw problem('signature');
  const parsed = schema.safeParse(await verifiedPayload(jws, key.x ?? '', problem));
  if (!parsed.success) throw malformed(z.prettifyError(parsed.error));
  return parsed.data;
}

/** @param x the public Ed25519 key, base64url. */
async function verifiedPayload(jws: string, x: string, problem: Problem): Promise<unknown> {
  try {
    const publicKey = await importJWK({ kty: 'OKP', crv: 'Ed25519', x }, 'EdDSA');
    const { payload } = await compactVerify(jws, publicKey, { algorithms: ['EdDSA'] });
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) throw problem('signature');
    throw problem('malformed', 'Its payload or its key cannot be read.');
  }
}

function headerOf(jws: string): { alg?: string; typ?: string; kid?: string } | undefined {
  try {
    if (jws.split('.').length !== 3) return undefined;
    const { alg, typ, kid } = decodeProtectedHeader(jws);
    return { ...(alg && { alg }), ...(typ && { typ }), ...(typeof kid === 'string' && { kid }) };
  } catch {
    return undefined;
  }
}
