/** The API explorer without a server: each operation it offers has the response that the OpenAPI document describes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CreatedOrder } from '@flight-offset/core';
import { OPERATIONS } from '@flight-offset/core/openapi';
import { sign } from '@flight-offset/core/server';
import { createFakeService } from '@flight-offset/core/testing';
import { GATEWAY_ONLY, orderInPage } from '../.vitepress/theme/sandbox/orders-in-page.ts';
import { SANDBOX_CREDENTIALS } from '../sandbox-backend/backend.ts';

const { apiKey, signingKey: secret } = SANDBOX_CREDENTIALS;
const service = createFakeService();
const ORDERS = 'https://gateway.example/offset-gateway/orders';

/** Sends a signed request to the service of the page; `with` replaces headers. */
async function call(
  method: 'GET' | 'POST',
  path: string,
  { body = {}, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
): Promise<{ status: number; json: Record<string, unknown> }> {
  const bytes = JSON.stringify(body);
  const signature = await sign(bytes, { scheme: 'hmac-sha256', secret });
  const request = new Request(ORDERS + path, {
    method,
    headers: { 'x-api-key': apiKey, 'x-body-signature': signature, ...headers },
    ...(method === 'POST' ? { body: bytes } : {}),
  });
  const response = (await orderInPage(service, request.clone())) ?? (await service.fetch(request));
  return { status: response.status, json: await response.json() };
}

/** Creates an order. @returns Its identifier. */
async function createOrder(): Promise<string> {
  const { json } = await call('POST', '', { body: { emission_amount: 500 } });
  return (json as unknown as CreatedOrder).order_id;
}

/** Checks a response against the schema of its operation. */
function assertMatches(id: string, json: unknown): void {
  const operation = OPERATIONS.find((one) => one.id === id) ?? assert.fail(`no operation ${id}`);
  assert.equal(operation.response.schema.safeParse(json).error, undefined, id);
}

test('returns an order and its status, and cancels it once', async () => {
  const id = await createOrder();
  const got = await call('GET', `/${id}`);
  assertMatches('getOrder', got.json);
  assert.equal(got.json.order_id, id);
  const status = await call('GET', `/${id}/status`);
  assertMatches('getOrderStatus', status.json);
  assert.equal(status.json.status, 'pending');
  for (const _ of ['first', 'again']) {
    const cancelled = await call('POST', `/${id}/cancel`);
    assertMatches('cancelOrder', cancelled.json);
    assert.deepEqual([cancelled.status, cancelled.json.status], [200, 'failed']);
  }
});

test('refuses what a gateway refuses, with the same codes', async () => {
  const id = await createOrder();
  service.finalize(id, 'completed');
  for (const [method, path, headers, error] of [
    ['GET', '/none', {}, 40402],
    ['GET', '/none/status', {}, 40402],
    ['POST', `/${id}/cancel`, {}, 40902],
    ['GET', `/${id}`, { 'x-api-key': 'another' }, 40102],
    ['POST', `/${id}/cancel`, { 'x-body-signature': '00' }, 40104],
  ] as const)
    assert.equal((await call(method, path, { headers })).json.error, error, `${method} ${path}`);
});

test('every operation that the page lacks is an extension in the document', () => {
  for (const id of GATEWAY_ONLY)
    assert.ok(
      OPERATIONS.some((one) => one.id === id && one.extension),
      id,
    );
});
