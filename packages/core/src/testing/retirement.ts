import { CompactSign, importJWK } from 'jose';
import { BATCH_FORMAT, type BATCH_TYPE, type RetirementBatch } from '../retirement/batch.ts';
import { formatStep } from '../retirement/path.ts';
import type { IssuerKeys } from '../retirement/read-signed.ts';
import type { RECEIPT_TYPE, ReceiptClaims } from '../retirement/receipt.ts';
import { sumTreePath, sumTreeRoot } from '../retirement/sum-tree.ts';
import { hashLeaf, hashOrder, type SumNode, webSha256 } from '../retirement/sum-tree-hash.ts';
import { documentHash } from '../retirement/verify-batch.ts';
import { toBase64Url } from '../signing/bytes.ts';
import type { Jwk } from '../signing/web-crypto.ts';

/** A key pair of RFC 8032 section 7.1 (test 1): published, so never a secret. */
export const TEST_ISSUER_KEY: Jwk & { readonly kid: string } = {
  kty: 'OKP',
  crv: 'Ed25519',
  kid: 'rfc8032-1',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
};

/** Issuer of the receipts and batches of {@link makeRetirement}. */
export const TEST_ISSUER = 'https://gateway.example';

/** An order of a batch made for a test. */
export interface TestOrder {
  readonly orderId: string;
  readonly grams: number;
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

/** A batch made for a test, with the receipt of each order. */
export interface TestRetirement {
  readonly orders: readonly TestOrder[];
  readonly leaves: readonly SumNode[];
  readonly batch: RetirementBatch;
  readonly receipts: readonly ReceiptClaims[];
  readonly keys: IssuerKeys;
}

/** Signs as a gateway does: a JWS in compact form, Ed25519. */
export async function signForTest(
  payload: unknown,
  typ: typeof RECEIPT_TYPE | typeof BATCH_TYPE,
  key: Jwk & { readonly kid?: string } = TEST_ISSUER_KEY,
): Promise<string> {
  const { kty = '', crv = '', x = '', d = '' } = key;
  return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid ?? '', typ })
    .sign(await importJWK({ kty, crv, x, d }, 'EdDSA'));
}

/** The corrections that a document states if it replaces these, oldest first. */
export async function correctionsOf(...documents: readonly string[]): Promise<RetirementBatch['corrects']> {
  return Promise.all(
    documents.map(async (jws) => ({
      document: await documentHash(jws),
      corrected_at: '2026-04-02T08:00:00.000Z',
      reason: 'Wrong serial numbers',
    })),
  );
}

/** The batch and the receipts of orders of these grams: the same for the same grams and name. */
export async function makeRetirement(grams: readonly number[], name = 'a'): Promise<TestRetirement> {
  const orders = await Promise.all(
    grams.map(async (amount, at): Promise<TestOrder> => {
      const orderId = `ord_${name}${at}`;
      const salt = (await webSha256(new TextEncoder().encode(`salt of ${orderId}`))).slice(0, 16);
      return { orderId, grams: amount, salt, hash: await hashOrder(orderId, salt, webSha256) };
    }),
  );
  const leaves = await Promise.all(orders.map((order) => hashLeaf(order.hash, order.grams, webSha256)));
  const root = await sumTreeRoot(leaves);
  const tonnes = Math.ceil(root.grams / 1e6);
  const project = { name: 'Test project', registry: 'Verra', project_id: 'VCS-1764' };
  const batch: RetirementBatch = {
    format: BATCH_FORMAT,
    iss: TEST_ISSUER,
    batch: `ret_${name}`,
    published_at: '2026-04-01T08:00:00.000Z',
    project,
    retirements: [
      {
        serials: [{ block: `VCS-1764-${name}-*`, first: 1, last: tonnes }],
        tonnes,
        date: '2026-03-31',
        url: 'https://registry.example/retirements/1',
        grams_from: 0,
        grams_to: root.grams,
      },
    ],
    orders: orders.length,
    grams: root.grams,
    root: toBase64Url(root.hash),
  };
  const receipts = await Promise.all(
    orders.map(
      async ({ orderId, grams: amount, salt, hash }, index): Promise<ReceiptClaims> => ({
        iss: TEST_ISSUER,
        order_id: orderId,
        grams: amount,
        retirement_state: 'retired',
        credits: [
          {
            project,
            grams: amount,
            retirement: {
              batch: batch.batch,
              index,
              salt: toBase64Url(salt),
              order: toBase64Url(hash),
              path: (await sumTreePath(leaves, index)).map(formatStep),
            },
          },
        ],
      }),
    ),
  );
  const { d: _, ...published } = TEST_ISSUER_KEY;
  return { orders, leaves, batch, receipts, keys: { keys: [{ ...published, kty: 'OKP' }] } };
}
