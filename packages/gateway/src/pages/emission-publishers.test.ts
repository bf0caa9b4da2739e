/** Publishers of the figures behind an order: from its creation to page, PDF and signed receipt. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inflateSync } from 'node:zlib';
import { LANGUAGES } from '@flight-offset/core';
import { decodeJwt } from 'jose';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { type Caller, callerOf } from '../testing/caller.ts';
import { TEXTS } from './messages/texts.ts';
import { signOf } from './punctuation.ts';

const ORDERS = '/offset-gateway/orders';
const NAMES = ['European Environment Agency and EUROCONTROL', 'ICAO', 'Example Airways (DGCA)'];

describe('the publishers of an order', () => {
  let gateway: RunningGateway;
  let caller: Caller;
  before(async () => {
    gateway = await startGateway();
    caller = callerOf(gateway.url);
  });
  after(() => gateway.close());

  async function order(emission_publishers?: readonly string[]): Promise<{ id: string; path: string }> {
    const body = { emission_amount: 1146, ...(emission_publishers && { emission_publishers }) };
    const { status, json, text } = await caller.post(ORDERS, body);
    assert.equal(status, 201, text);
    return { id: json.order_id, path: new URL(json.payment_url).pathname };
  }
  const pay = (id: string) => caller.post(`/sandbox/orders/${id}/payment`, { outcome: 'completed' });
  const read = async (path: string): Promise<string> => (await caller.raw(path)).text;
  const claimsOf = async (path: string) => decodeJwt(await read(`${path}/receipt.jws`));

  it('are on the paid page in every language, on the signed receipt and on the order itself', async () => {
    const { id, path } = await order(NAMES);
    assert.ok(!(await read(path)).includes(TEXTS.en.emissionPublishers), 'a payment page is no receipt');
    await pay(id);
    for (const language of LANGUAGES) {
      const page = await read(`${path}?lang=${language}`);
      const line = NAMES.map((name) => `\u2068${name}\u2069`).join(
        signOf('semicolon', { language, tag: language }),
      );
      assert.ok(page.includes(TEXTS[language].emissionPublishers), language);
      assert.ok(page.includes(line), language);
    }
    assert.deepEqual((await claimsOf(path)).emission_publishers, NAMES);
    assert.deepEqual((await caller.get(`${ORDERS}/${id}`)).json.emission_publishers, NAMES);
  });

  it('are on the PDF', async () => {
    const [without, named] = [await order(), await order(NAMES)];
    const sizes: number[] = [];
    for (const { id, path } of [without, named]) {
      await pay(id);
      const response = await fetch(`${gateway.url}${path}/receipt.pdf?lang=en`);
      sizes.push(drawnCharacters(Buffer.from(await response.arrayBuffer())));
    }
    const line = TEXTS.en.emissionPublishers.length + NAMES.join('; ').length;
    // Spaces at the ends of lines are not drawn.
    assert.ok(sizes[1]! - sizes[0]! > line - 5, `${sizes} for ${line} characters`);
  });

  it('are on no page, receipt or response of an order that names none', async () => {
    const { id, path } = await order();
    await pay(id);
    assert.ok(!(await read(path)).includes(TEXTS.en.emissionPublishers));
    assert.equal('emission_publishers' in (await claimsOf(path)), false);
    assert.equal('emission_publishers' in (await caller.get(`${ORDERS}/${id}`)).json, false);
  });

  it('are escaped as text, and a PDF is made though it cannot print one of the names', async () => {
    const hostile = ['<script>alert(1)</script>', '"><img src=x>', '🌍 Agency', '{version}'];
    const { id, path } = await order(hostile);
    await pay(id);
    const page = await read(path);
    assert.ok(page.includes('&lt;script&gt;alert(1)&lt;/script&gt;'));
    assert.doesNotMatch(page, /<script|<img src=x/);
    assert.deepEqual((await claimsOf(path)).emission_publishers, hostile);
    const { status, text } = await caller.raw(`${path}/receipt.pdf?lang=ar`);
    assert.ok(status === 200 && text.startsWith('%PDF-'));
  });

  it('are refused with their field if one is invalid, and no order is created', async () => {
    const count = async () => (await caller.get(ORDERS)).json.overview.total_orders;
    const before = await count();
    for (const [publishers, message] of [
      [['ICAO', 'turned \u202e around'], /emission_publishers\[1\]: .*direction marks/],
      [['a\u0000'], /emission_publishers\[0\]: must hold printable/],
      [Array.from({ length: 10_000 }, () => 'ICAO'), /emission_publishers: must hold at most 12 names/],
      [{ 0: 'ICAO' }, /emission_publishers: must be an array/],
    ] as const) {
      const body = { emission_amount: 1, emission_publishers: publishers };
      const { status, json } = await caller.post(ORDERS, body);
      assert.equal(status, 400);
      assert.match(json.message, message);
    }
    assert.equal(await count(), before);
  });

  it('are listed as an extension of the offer, so that backends send them only to services that have it', async () => {
    const { json } = await caller.get('/offset-gateway/offer');
    assert.ok(json.extensions.includes('emission_publishers'));
  });
});

/** Counts the characters that a PDF draws: its texts are arrays of glyphs, four hexadecimal digits each. */
function drawnCharacters(pdf: Buffer): number {
  let count = 0;
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    if (pdf.subarray(at - 3, at).toString() === 'end') continue;
    const end = pdf.indexOf('endstream', at);
    let content: string;
    try {
      content = inflateSync(pdf.subarray(at + 7, end)).toString('latin1');
    } catch {
      continue;
    }
    if (!/\bBT\b/.test(content)) continue;
    for (const [, digits = ''] of content.matchAll(/<([0-9a-f]+)>/g)) count += digits.length / 4;
  }
  return count;
}
