/** The handler against the real gateway, engine included: both sides of the wire speak the same codes. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Flight, Quote } from '@flight-offset/core';
import { type RunningGateway, startGateway } from '../../gateway/src/gateway.ts';
import { SANDBOX } from '../../gateway/src/sandbox.ts';
import { createOffset, type Offset } from '../src/offset.ts';
import { quote } from '../src/quote/quote.ts';
import { ZRH_SFO } from '../src/testing/merchant.ts';

let gateway: RunningGateway;
let offset: Offset;

before(async () => {
  gateway = await startGateway({ sandbox: true, databaseUrl: 'sqlite::memory:' });
  const { apiKey, secret, platformId } = SANDBOX;
  offset = createOffset({ service: { baseUrl: gateway.url, apiKey, signingKey: secret, platformId } });
});
after(() => gateway.close());

const REASONS: readonly [name: string, change: Partial<Flight>, code: string][] = [
  ['an airport that does not exist', { origin: 'QQQ' }, 'unknown_airport'],
  ['a city with several airports', { destination: 'LON' }, 'metropolitan_code'],
  ['a railway station', { origin: 'QKL' }, 'surface_station'],
  ['a flight to where it starts', { destination: 'ZRH' }, 'same_airport'],
];

for (const [name, change, code] of REASONS) {
  test(`${name} reaches the page as ${code}`, async () => {
    const result: Quote = await quote(offset, { flights: [ZRH_SFO, { ...ZRH_SFO, ...change }] });
    assert.equal(result.status, 'unavailable');
    assert.deepEqual(
      result.reasons.map((reason) => [reason.flight, reason.code]),
      [[1, code]],
    );
  });
}
