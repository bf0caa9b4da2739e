import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from '../config.ts';
import { paymentOrigins } from './payment-origins.ts';

it("the form-action of a payment page allows its provider and the merchant's own checkout domain", () => {
  const of = (environment: Record<string, string>): readonly string[] =>
    paymentOrigins(readConfig(environment, { sandbox: true }));
  const stripe = {
    GATEWAY_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  assert.deepEqual(of({}), []);
  assert.deepEqual(of(stripe), ['https://checkout.stripe.com']);
  assert.deepEqual(of({ ...stripe, GATEWAY_CHECKOUT_URL: 'https://pay.air.example/' }), [
    'https://checkout.stripe.com',
    'https://pay.air.example',
  ]);
});
