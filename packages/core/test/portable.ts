/** Checks for every runtime, without test runner or Node: they throw on failure. */
import { parse, toGrams, ValidationError } from '@flight-offset/core';
import { runConformance } from '@flight-offset/core/conformance';
import { verifyReceipt } from '@flight-offset/core/retirement';
import {
  OffsetApiError,
  OffsetClient,
  OffsetError,
  sign,
  signWebhook,
  verify,
  verifyWebhook,
} from '@flight-offset/core/server';
import {
  createFakeService,
  makeForgeries,
  SIGNATURE_VECTORS,
  someCreateOrder,
  someFlight,
  WEBHOOK_VECTORS,
} from '@flight-offset/core/testing';
import { createOrderSchema } from '../src/orders/order.ts';

function assertHolds(condition: boolean, claim: string): void {
  if (!condition) throw new Error(`does not hold: ${claim}`);
}

const bytes = (hex = ''): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

async function vectors(): Promise<number> {
  for (const { id, scheme, encoding, signature, ...vector } of SIGNATURE_VECTORS) {
    const body = bytes(vector.bodyHex);
    const hmac = { scheme: scheme as 'hmac-sha256', encoding, secret: bytes(vector.secretHex) };
    const signing = scheme === 'ed25519' ? { scheme, privateKey: bytes(vector.privateKeyHex) } : hmac;
    const verifying = scheme === 'ed25519' ? { scheme, publicKey: bytes(vector.publicKeyHex) } : hmac;
    assertHolds((await sign(body, signing)) === signature, `${id} signs`);
    assertHolds(await verify(body, signature, verifying), `${id} verifies`);
    assertHolds(
      !(await verify(new Uint8Array([...body, 1]), signature, verifying)),
      `${id} refuses another body`,
    );
  }
  for (const { id, messageId, secret, body, signature, ...vector } of WEBHOOK_VECTORS) {
    const timestamp = new Date(vector.timestamp * 1000);
    const headers = await signWebhook({ id: messageId, timestamp, body, secrets: [secret] });
    assertHolds(headers['webhook-signature'] === signature, `${id} signs`);
    await verifyWebhook({ headers: new Headers({ ...headers }), body, secrets: [secret], now: timestamp });
  }
  return SIGNATURE_VECTORS.length + WEBHOOK_VECTORS.length;
}

async function client(): Promise<void> {
  const service = createFakeService();
  const baseUrl = 'https://fake.example';
  const options = { baseUrl, apiKey: 'sandbox-key', platformId: 'sandbox-platform', fetch: service.fetch };
  const good = new OffsetClient({ ...options, signingKey: 'sandbox-secret' });
  const order = await good.createOrder(someCreateOrder());
  service.finalize(order.order_id, 'completed');
  const { orders } = await good.listOrders({ status: 'completed' });
  assertHolds(orders[0]?.order_id === order.order_id, 'the settled order is listed');
  assertHolds((await good.calculateEmissions([someFlight()])).length === 1, 'one result');
  assertHolds(
    (await good.getTransaction(`txn-${order.order_id}`)).id === `txn-${order.order_id}`,
    'the transaction',
  );
  const wrong = new OffsetClient({ ...options, signingKey: 'wrong' });
  const error = await wrong.createOrder({ emission_amount: 1 }).catch((caught: unknown) => caught);
  assertHolds(error instanceof OffsetApiError && error.status === 401, 'a wrong secret is a typed error');
}

async function conformance(): Promise<number> {
  const baseUrl = 'https://fake.example';
  const signingKey = { scheme: 'hmac-sha256', secret: 'sandbox-secret' } as const;
  const { fetch } = createFakeService();
  const target = {
    baseUrl,
    emissionsUrl: baseUrl,
    apiKey: 'sandbox-key',
    signingKey,
    platformId: 'sandbox-platform',
  };
  const results = await runConformance({ ...target, fetch: (url, init) => fetch(url, init) }, 'interface');
  for (const { passed, claim, actual } of results) assertHolds(passed, `${claim} (${actual})`);
  return results.length;
}

async function retirements(): Promise<number> {
  const { sound, forgeries } = await makeForgeries();
  assertHolds((await verifyReceipt(sound)).state === 'retired', 'a receipt proves its retirement');
  for (const { name, code, evidence } of forgeries) {
    const error = await verifyReceipt(evidence).catch((caught: unknown) => caught);
    assertHolds(error instanceof OffsetError && error.code === code, `refused by name: ${name}`);
  }
  return forgeries.length;
}

function units(): void {
  assertHolds(toGrams(1.0005, 'kgCO2') === 1001, 'half up over decimal digits');
  try {
    parse(createOrderSchema, { emission_amount: 1, user: { email: 'x' } });
    assertHolds(false, 'a bad e-mail address is refused');
  } catch (error) {
    assertHolds(error instanceof ValidationError && error.field === 'user.email', 'the field is named');
  }
}

/** Runs every check. @returns how many passed. */
export async function portable(): Promise<number> {
  units();
  await client();
  return (await vectors()) + (await conformance()) + (await retirements());
}
