import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directionOf, LANGUAGES } from '@flight-offset/core';
import { cancelForBooking } from '../bookings/cancel-for-booking.ts';
import { CheckoutError } from '../checkout-error.ts';
import type { OffsetHandlerOptions } from '../handler-options.ts';
import { en as LATER_MESSAGES } from '../messages/en.ts';
import { LATER_TEXTS } from '../messages/texts.ts';
import { recordOrderOfBooking } from '../orders/booking-orders.ts';
import { createOrder } from '../orders/create-order.ts';
import { storeKey, writeJson } from '../orders/record.ts';
import { memoryStore } from '../stores/memory.ts';
import { type TestMerchant, testMerchant, ZRH_SFO } from '../testing/merchant.ts';
import { type ContributeLater, contributeLaterLink, contributeLaterQr } from './link.ts';

const HANDLER = 'https://merchant.example/offset';
const REFERENCE = 'EX7K2P';
const PRICE = { perTonne: 12, currency: 'EUR' } as const;
const DAY_MS = 86_400_000;

function merchant(options: Partial<OffsetHandlerOptions> = {}): TestMerchant {
  return testMerchant({ price: PRICE, returnUrl: 'https://merchant.example/thanks', ...options });
}

function linkOf({ offset }: TestMerchant, more: Partial<ContributeLater> = {}): Promise<string> {
  return contributeLaterLink(offset, {
    handlerUrl: HANDLER,
    flights: [ZRH_SFO],
    passengers: 2,
    reference: REFERENCE,
    expiresAt: new Date(Date.now() + DAY_MS),
    ...more,
  });
}

const open = ({ handler }: TestMerchant, link: string): Promise<Response> => handler(new Request(link));

async function submit(
  { handler }: TestMerchant,
  link: string,
  fields: Readonly<Record<string, string>>,
  origin = 'https://merchant.example',
): Promise<Response> {
  const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' };
  return handler(
    new Request(link, { method: 'POST', headers, body: new URLSearchParams(fields).toString() }),
  );
}

/** The offer of a page. */
async function offerOf(shop: TestMerchant, link: string): Promise<string> {
  const page = await (await open(shop, link)).text();
  const [, offer] = /name="offer" value="([^"]+)"/.exec(page) ?? [];
  assert.ok(offer, page);
  return offer;
}

const creates = ({ service }: TestMerchant): number => service.orders.length;

describe('a link to contribute later', () => {
  it('shows the current offer; once ticked, creates the order and redirects to its payment', async () => {
    const shop = merchant();
    const link = await linkOf(shop);
    const response = await open(shop, link);
    const page = await response.text();
    assert.equal(response.status, 200);
    for (const text of [
      'ZRH to SFO, LX 38, December 14, 2026',
      '€2.40',
      '200 kg',
      LATER_MESSAGES.disclaimer.slice(0, 40),
    ])
      assert.ok(page.includes(text), `${text} in ${page}`);
    assert.match(page, /<input type="checkbox" name="agree" value="yes" required>/);
    const paying = await submit(shop, link, { agree: 'yes', offer: await offerOf(shop, link) });
    assert.equal(paying.status, 303);
    assert.equal(paying.headers.get('cache-control'), 'no-store');
    assert.match(paying.headers.get('x-request-id') ?? '', /./);
    const location = new URL(paying.headers.get('location') ?? '');
    assert.equal(location.pathname, '/pay/bare-1');
    assert.equal(location.searchParams.get('return_url'), 'https://merchant.example/thanks');
    assert.equal(shop.service.orders[0]?.emission_amount, 200);
    const returnUrl = 'https://merchant.example/booked';
    const own = await linkOf(shop, { reference: 'OWN', returnUrl });
    const to = (await submit(shop, own, { agree: 'yes', offer: await offerOf(shop, own) })).headers;
    assert.equal(new URL(to.get('location') ?? '').searchParams.get('return_url'), returnUrl);
  });

  for (const language of LANGUAGES) {
    it(`speaks ${language}, the language of the link or the browser, as does the payment page`, async () => {
      const shop = merchant();
      const [own, browsers] = [await linkOf(shop, { locale: language }), await linkOf(shop)];
      const accepting = (accepted: string) => ({ headers: { 'accept-language': accepted } });
      const texts = LATER_TEXTS[language];
      for (const [link, accepted] of [
        [own, 'en, hi'],
        [browsers, `pt, ${language};q=0.5`],
      ] as const) {
        const page = await (await shop.handler(new Request(link, accepting(accepted)))).text();
        assert.match(
          page,
          new RegExp(`^<!doctype html>\\n<html lang="${language}" dir="${directionOf(language)}">`),
        );
        for (const text of [texts.title, texts.disclaimer, texts.optional])
          assert.ok(page.includes(text), text);
        const price = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(2.4);
        assert.ok(page.includes(texts.agree.replace('{price}', price)), page);
      }
      const paying = await submit(shop, own, { agree: 'yes', offer: await offerOf(shop, own) });
      assert.equal(new URL(paying.headers.get('location') ?? '').searchParams.get('lang'), language);
      const lost = await shop.handler(new Request(`${HANDLER}/later/x`, accepting(language)));
      assert.ok((await lost.text()).includes(texts.notFound));
    });
  }

  it('keeps airports, flight and date apart in text from right to left', async () => {
    const shop = merchant();
    const page = await (await open(shop, await linkOf(shop, { locale: 'ar' }))).text();
    for (const part of ['ZRH', 'SFO', 'LX 38']) assert.ok(page.includes(`\u2068${part}\u2069`), part);
  });

  it('states the departure day of a flight in any zone of the machine', async (t) => {
    const zone = process.env.TZ;
    t.after(() => {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    });
    process.env.TZ = 'America/St_Johns';
    const shop = merchant();
    assert.match(await (await open(shop, await linkOf(shop))).text(), /LX 38, December 14, 2026/);
  });

  it('shows the merchant’s own texts, escaped, in the languages that have them', async () => {
    const shop = merchant({ laterMessages: { de: { title: 'Für <später>' } } });
    const titleIn = async (locale: string) =>
      /<h1>(.*)<\/h1>/.exec(await (await open(shop, await linkOf(shop, { locale }))).text())?.[1];
    assert.equal(await titleIn('de-CH'), 'Für &lt;später&gt;');
    assert.equal(await titleIn('fr'), LATER_TEXTS.fr.title);
  });

  it('buys nothing when people or mail scanners open it, nor without a tick', async () => {
    const shop = merchant();
    const link = await linkOf(shop);
    await Promise.all(Array.from({ length: 20 }, () => open(shop, link)));
    const offer = await offerOf(shop, link);
    for (const fields of [{ offer }, { offer, agree: 'no' }, { offer, agree: '' }] as Record<
      string,
      string
    >[]) {
      const response = await submit(shop, link, fields);
      assert.equal(response.status, 422);
      const page = await response.text();
      assert.ok(page.includes(LATER_MESSAGES.agreeFirst));
      assert.doesNotMatch(page, /checked/);
    }
    assert.equal(creates(shop), 0);
  });

  it('makes one order, however many tabs submit it at once or again', async () => {
    const shop = merchant();
    const link = await linkOf(shop);
    const offers = [await offerOf(shop, link), await offerOf(shop, link)];
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, i) => submit(shop, link, { agree: 'yes', offer: offers[i % 2]! })),
    );
    for (const response of all) {
      const to = response.headers.get('location') ?? (await response.text());
      assert.match(to, /https:\/\/service\.example\/pay\/bare-1\b/);
    }
    assert.equal(creates(shop), 1);
    assert.match(await (await open(shop, link)).text(), /waiting for its payment.*\/pay\/bare-1/s);
  });

  it('makes one order for a booking, also through links of other days and flights and from another process', async () => {
    const store = memoryStore();
    const [one, other] = [merchant({ store }), merchant({ store })];
    const links = [
      await linkOf(one),
      await linkOf(one, { expiresAt: new Date(Date.now() + 2 * DAY_MS) }),
      await linkOf(one, { flights: [{ ...ZRH_SFO, flightNumber: 40 }] }),
    ] as const;
    const forms = [
      [one, links[0], await offerOf(one, links[0])],
      [other, links[1], await offerOf(other, links[1])],
      [other, links[2], await offerOf(other, links[2])],
    ] as const;
    await Promise.all(forms.map(([shop, link, offer]) => submit(shop, link, { agree: 'yes', offer })));
    assert.equal(creates(one) + creates(other), 1);
  });

  it('once paid, says so; once its order failed, cannot be used again', async () => {
    for (const [status, text] of [
      ['completed', LATER_MESSAGES.contributed],
      ['failed', LATER_MESSAGES.failed],
    ] as const) {
      const shop = merchant();
      const link = await linkOf(shop);
      const offer = await offerOf(shop, link);
      await submit(shop, link, { agree: 'yes', offer });
      shop.service.finalize('bare-1', status);
      shop.advance(60_000);
      const page = await (await open(shop, link)).text();
      assert.ok(page.includes(text), page);
      const again = await submit(shop, link, { agree: 'yes', offer });
      assert.equal(again.status, 200);
      assert.ok((await again.text()).includes(text));
      assert.equal(creates(shop), 1);
      const changed = await linkOf(shop, { flights: [{ ...ZRH_SFO, flightNumber: 40 }] });
      const isOffered = (await (await open(shop, changed)).text()).includes('name="offer"');
      assert.equal(isOffered, status === 'failed', 'to the booking with another itinerary');
    }
  });

  it('once paid, never says that nothing was charged, even while the service is down or after the link expired', async () => {
    let isDown = false;
    const shop = testMerchant(
      { price: PRICE },
      {
        fetch: async (request, service) =>
          isDown ? new Response(null, { status: 502 }) : service.fetch(request),
      },
    );
    const link = await linkOf(shop);
    await submit(shop, link, { agree: 'yes', offer: await offerOf(shop, link) });
    shop.service.finalize('bare-1', 'completed');
    isDown = true;
    const unknown = await open(shop, link);
    assert.equal(unknown.status, 502);
    assert.doesNotMatch(await unknown.text(), /charged/);
    shop.advance(2 * DAY_MS);
    assert.doesNotMatch(await (await open(shop, link)).text(), /charged/);
  });

  it('does not thank for a contribution that was refunded with the booking, unless its refund failed', async () => {
    const amount = { currency: 'EUR', amount_minor: 240 };
    const refund = { refund_id: 'r1', order_id: 'bare-1', status: 'failed', amount, grams: 200_000 };
    const shop = testMerchant(
      { price: PRICE },
      {
        fetch: async (request, service) =>
          request.url.endsWith('/bare-1/refunds')
            ? Response.json({
                ...refund,
                cause: 'requested',
                credits: 'returned',
                created_at: '2026-11-27T00:00:00Z',
              })
            : service.fetch(request),
      },
    );
    const links = [await linkOf(shop), await linkOf(shop, { flights: [{ ...ZRH_SFO, flightNumber: 40 }] })];
    await submit(shop, links[0]!, { agree: 'yes', offer: await offerOf(shop, links[0]!) });
    shop.service.finalize('bare-1', 'completed');
    shop.advance(60_000);
    for (const link of links)
      assert.ok((await (await open(shop, link)).text()).includes(LATER_MESSAGES.contributed));
    for (const [status, outcome, text] of [
      ['failed', 'refund_pending', LATER_MESSAGES.contributed],
      ['completed', 'refunded', LATER_MESSAGES.expired],
    ] as const) {
      refund.status = status;
      const { contributions } = await cancelForBooking(shop.offset, { reference: REFERENCE });
      assert.equal(contributions[0]?.outcome, outcome);
      for (const link of links) assert.ok((await (await open(shop, link)).text()).includes(text), status);
    }
  });

  it('has expired once its booking is cancelled, without an order or while one is being created', async () => {
    const shop = testMerchant(
      { price: PRICE },
      {
        fetch: async (request, service) => {
          const isCreate = request.url.endsWith('/orders');
          const response = await service.fetch(request);
          // Its booking is not stored with the order yet.
          if (isCreate) await cancelForBooking(shop.offset, { reference: 'LATE' });
          return response;
        },
      },
    );
    const link = await linkOf(shop);
    const offer = await offerOf(shop, link);
    await cancelForBooking(shop.offset, { reference: REFERENCE });
    for (const response of [await open(shop, link), await submit(shop, link, { agree: 'yes', offer })]) {
      assert.equal(response.status, 410);
      assert.ok((await response.text()).includes(LATER_MESSAGES.expired));
    }
    assert.equal(creates(shop), 0);
    const late = await linkOf(shop, { reference: 'LATE' });
    const response = await submit(shop, late, { agree: 'yes', offer: await offerOf(shop, late) });
    assert.ok((await response.text()).includes(LATER_MESSAGES.expired));
    assert.equal(creates(shop), 1);
  });

  it('does not thank for a contribution that was refunded elsewhere, unless a part of it is left', async () => {
    for (const [refunded, text] of [
      ['whole', LATER_MESSAGES.expired],
      ['part', LATER_MESSAGES.contributed],
    ] as const) {
      const shop = merchant();
      const bought = { refunded, retirement: 'retired' };
      const order = { quote: 'q', grams: 1, created: 0, state: 'completed', bought, boughtRead: 1 };
      await writeJson(shop.offset, storeKey.order('ord-1'), { ...order, id: 'ord-1' });
      await recordOrderOfBooking(shop.offset, REFERENCE, 'ord-1');
      assert.ok((await (await open(shop, await linkOf(shop))).text()).includes(text), refunded);
    }
  });

  it('offers nothing if the booking already has a contribution', async () => {
    const shop = merchant();
    const link = await linkOf(shop);
    const offer = await offerOf(shop, link);
    const record = { id: 'ord-1', quote: 'q', grams: 1, created: 0, state: 'completed' };
    await writeJson(shop.offset, storeKey.order('ord-1'), record);
    await recordOrderOfBooking(shop.offset, REFERENCE, 'ord-1');
    for (const response of [await open(shop, link), await submit(shop, link, { agree: 'yes', offer })])
      assert.ok((await response.text()).includes(LATER_MESSAGES.contributed));
    assert.equal(creates(shop), 0);
  });

  it("leads to the booking's order while that waits for payment, and offers anew once it failed", async () => {
    const shop = merchant();
    const link = await linkOf(shop);
    const [token = ''] = await shop.tokens();
    await createOrder(shop.offset, { token }, { reference: REFERENCE });
    assert.match(await (await open(shop, link)).text(), /waiting for its payment.*\/pay\/bare-1\b/s);
    shop.service.finalize('bare-1', 'failed');
    shop.advance(60_000);
    await offerOf(shop, link);
  });

  it('of several orders of a booking shows the paid one, or if none is paid the pending one', async () => {
    const order = { quote: 'q', grams: 1, created: 0, state: 'completed', boughtRead: 1 };
    const refunded = { bought: { refunded: 'whole', retirement: 'retired' } };
    const { contributed, pending } = LATER_MESSAGES;
    for (const [orders, text] of [
      [[refunded, {}], contributed],
      [[{}, refunded], contributed],
      [['waits', {}], contributed],
      [[refunded, 'waits'], pending],
    ] as const) {
      const shop = merchant();
      const link = await linkOf(shop);
      const [token = ''] = await shop.tokens();
      for (const [index, one] of orders.entries()) {
        const id = `ord-${index}`;
        if (one === 'waits') await createOrder(shop.offset, { token }, { reference: REFERENCE });
        else await writeJson(shop.offset, storeKey.order(id), { ...order, ...one, id });
        if (one !== 'waits') await recordOrderOfBooking(shop.offset, REFERENCE, id);
      }
      const page = await (await open(shop, link)).text();
      assert.ok(page.includes(text), page);
    }
  });

  it('offers nothing for a booking whose contribution was paid on the payment page', async () => {
    const shop = merchant();
    const link = await linkOf(shop);
    const [token = ''] = await shop.tokens();
    await createOrder(shop.offset, { token }, { reference: REFERENCE });
    shop.service.finalize('bare-1', 'completed');
    assert.ok((await (await open(shop, link)).text()).includes(LATER_MESSAGES.contributed));
  });

  it('expires, and is not found once its token is changed', async () => {
    const shop = merchant();
    const link = await linkOf(shop);
    const offer = await offerOf(shop, link);
    const token = link.split('/').at(-1)!;
    for (let at = 0; at < token.length; at += 7) {
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
      const response = await open(shop, `${HANDLER}/later/${changed}`);
      assert.equal(response.status, 404);
      assert.ok((await response.text()).includes(LATER_MESSAGES.notFound));
    }
    for (const none of ['x', '%E2%9C%93', '..', offer]) {
      assert.equal((await open(shop, `${HANDLER}/later/${none}`)).status, 404, none);
    }
    const second = Math.ceil(shop.offset.now() / 1000) * 1000 + 60_000;
    const short = await linkOf(shop, { expiresAt: new Date(second + 999) });
    shop.advance(second - 1 - shop.offset.now());
    assert.equal((await open(shop, short)).status, 200);
    shop.advance(1);
    assert.equal((await open(shop, short)).status, 410);
    const stranger = merchant({ quoteSecret: 'a-secret-of-somebody-else-00000001' });
    assert.equal((await open(stranger, link)).status, 404);
    const rotated = merchant({
      quoteSecret: ['a-secret-that-is-new-000000000001', 'a-secret-of-somebody-else-00000001'],
    });
    assert.equal((await open(rotated, await linkOf(stranger))).status, 200, 'sealed before a rotation');
    assert.equal((await open(stranger, await linkOf(rotated))).status, 404, 'sealed by the newest secret');
    shop.advance(2 * DAY_MS);
    for (const response of [await open(shop, link), await submit(shop, link, { agree: 'yes', offer })]) {
      assert.equal(response.status, 410);
      assert.ok((await response.text()).includes(LATER_MESSAGES.expired));
    }
    assert.equal(creates(shop), 0);
  });

  it('refuses an offer of another link, an offer of a page and one that nobody issued', async () => {
    const shop = merchant();
    const link = await linkOf(shop);
    const other = await offerOf(shop, await linkOf(shop, { reference: 'OTHER1' }));
    const [ofPage = ''] = await shop.tokens();
    for (const offer of [other, ofPage, '', 'x.y.z', `${other}x`]) {
      const response = await submit(shop, link, { agree: 'yes', offer });
      assert.equal(response.status, 400, offer);
      assert.ok((await response.text()).includes(LATER_MESSAGES.notFound));
    }
    assert.equal((await submit(shop, link, { agree: 'yes' })).status, 400);
    assert.equal(creates(shop), 0);
  });

  it('refuses a form that is larger than any other body may be', async () => {
    const shop = merchant();
    const response = await submit(shop, await linkOf(shop), { agree: 'yes', offer: 'x'.repeat(300_000) });
    assert.equal(response.status, 413);
  });

  it('shows an offer that was shown too long ago again, unticked', async () => {
    const shop = merchant();
    const link = await linkOf(shop);
    const offer = await offerOf(shop, link);
    shop.advance(3_600_000);
    const response = await submit(shop, link, { agree: 'yes', offer });
    const page = await response.text();
    assert.ok(response.status === 422 && page.includes(LATER_MESSAGES.renewed), page);
    assert.equal(creates(shop), 0);
    const renewed = /name="offer" value="([^"]+)"/.exec(page)?.[1] ?? '';
    assert.equal((await submit(shop, link, { agree: 'yes', offer: renewed })).status, 303);
  });

  it('has the same URL if the handler URL ends with a slash', async () => {
    assert.match(
      await linkOf(merchant(), { handlerUrl: `${HANDLER}/` }),
      new RegExp(`^${HANDLER}/later/[^/]+$`),
    );
  });

  it('reveals no more than its page to people it is forwarded to, and nothing to other sites', async () => {
    const shop = merchant();
    const link = await linkOf(shop);
    const response = await open(shop, link);
    const page = await response.text();
    const readable = Buffer.from(link.split('/').at(-1)!, 'base64url').toString('latin1');
    for (const text of [link, readable, page]) assert.ok(!text.includes(REFERENCE));
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(
      policy,
      /default-src 'none'.*form-action 'self' https:\/\/service\.example;.*frame-ancestors 'none'/,
    );
    assert.equal(response.headers.get('referrer-policy'), 'same-origin');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('set-cookie'), null);
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(response.headers.get('x-robots-tag'), 'noindex');
    assert.doesNotMatch(page, /<script|https?:\/\//);
    for (const [paymentOrigins, sources] of [
      [['*'], 'https:'],
      [['https://a.example', 'https://b.example'], 'https://a.example https://b.example'],
    ] as const) {
      const { headers } = await open(merchant({ paymentOrigins }), link);
      assert.match(
        headers.get('content-security-policy') ?? '',
        new RegExp(`form-action .self. ${sources};`),
      );
    }
  });

  it('accepts its form from its own page only', async () => {
    const shop = merchant();
    const link = await linkOf(shop);
    const offer = await offerOf(shop, link);
    const response = await submit(shop, link, { agree: 'yes', offer }, 'https://evil.example');
    assert.equal(response.status, 403);
    assert.equal(creates(shop), 0);
  });

  it('shows a page when the rate limit or the origin refuses a request', async () => {
    const shop = merchant({ rateLimit: () => ({ retryAfterSeconds: 30 }) });
    const link = await linkOf(shop);
    for (const response of [
      await open(shop, link),
      await submit(shop, link, { agree: 'yes' }),
      await submit(merchant(), link, {}, 'https://evil.example'),
    ]) {
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
      assert.ok((await response.text()).includes(LATER_MESSAGES.unavailable));
      assert.ok(response.status === 403 || response.headers.get('retry-after') === '30');
    }
  });

  it('leaves every endpoint reachable when the handler is mounted at /later', async () => {
    const { handler } = merchant();
    for (const [path, type] of [
      ['orders', 'application/json'],
      ['webhooks', 'application/json'],
      ['later/x', 'text/html'],
    ] as const) {
      const response = await handler(
        new Request(`https://merchant.example/later/${path}`, { method: 'POST', body: '{}' }),
      );
      assert.match(response.headers.get('content-type') ?? '', new RegExp(`^${type}`), path);
    }
  });

  it('shows a page without a stack while the service is down', async () => {
    let isDown = (_: Request): boolean => false;
    const reports: unknown[] = [];
    const shop = testMerchant(
      {
        price: PRICE,
        onError: (error, context) => void reports.push([error instanceof CheckoutError, context]),
      },
      {
        fetch: async (request, service) =>
          isDown(request) ? new Response('no', { status: 500 }) : service.fetch(request),
      },
    );
    const link = await linkOf(shop);
    const offer = await offerOf(shop, link);
    assert.equal((await open(shop, `${link}x`)).status, 404);
    assert.deepEqual(reports, []);
    const buy = () => submit(shop, link, { agree: 'yes', offer });
    for (const [send, down] of [
      [() => open(shop, link), () => true],
      [buy, ({ url }: Request) => url.endsWith('/orders')],
    ] as const) {
      isDown = down;
      const response = await send();
      assert.equal(response.status, 502);
      assert.ok((await response.text()).includes(LATER_MESSAGES.unavailable));
      const requestId = response.headers.get('x-request-id');
      assert.ok(requestId);
      assert.deepEqual(reports.splice(0), [[false, { operation: 'contributeLater', requestId }]]);
    }
    const nothing = await open(
      merchant(),
      await linkOf(merchant(), { flights: [{ ...ZRH_SFO, origin: 'XXX' }] }),
    );
    assert.equal(nothing.status, 200);
    assert.ok((await nothing.text()).includes(LATER_MESSAGES.unavailable));
  });

  it('shows the order whose create response was lost, not a payment at a price that nobody agreed to', async () => {
    const store = memoryStore();
    const earlier = testMerchant(
      { price: PRICE, store },
      {
        fetch: async (request, service) => {
          const response = await service.fetch(request);
          if (request.method === 'POST' && request.url.endsWith('/orders'))
            throw new TypeError('fetch failed');
          return response;
        },
      },
    );
    const link = await linkOf(earlier);
    const offer = await offerOf(earlier, link);
    assert.equal((await submit(earlier, link, { agree: 'yes', offer })).status, 503);
    const dearer = testMerchant(
      { price: { ...PRICE, perTonne: 24 }, store },
      { fetch: (request) => earlier.service.fetch(request) },
    );
    const agreed = { agree: 'yes', offer: await offerOf(dearer, link) };
    const response = await submit(dearer, link, agreed);
    assert.equal(response.status, 200);
    assert.ok((await response.text()).includes('/pay/bare-1'));
    assert.equal(creates(earlier), 1);
  });

  it('offers the whole of the emissions, whatever fractions a quote offers', async () => {
    const shop = merchant({ amounts: { fractions: [0.5, 1, 1.5] } });
    const page = await (await open(shop, await linkOf(shop))).text();
    assert.ok(page.includes('I want to contribute €2.40'), page);
    const flights = [19, 20].map((day) => ({ ...ZRH_SFO, departureDate: { year: 2026, month: 12, day } }));
    const heavy = await (await open(shop, await linkOf(shop, { flights, passengers: 9 }))).text();
    assert.ok(heavy.includes('Buys and retires 1.8 t of carbon credits'), heavy);
    assert.ok(heavy.includes('I want to contribute €21.60'), heavy);
  });

  it('states no emissions if the merchant shows no figures', async () => {
    for (const showFigures of [true, false]) {
      const shop = merchant({ policy: { showFigures } });
      const page = await (await open(shop, await linkOf(shop))).text();
      assert.equal(page.includes('Estimated emissions'), showFigures, page);
    }
  });

  /** A merchant whose service offers one portfolio, with this many grams of it left. */
  const offering = (
    product: string,
    available: number,
    shares: Readonly<Record<string, number>> = { P: 1 },
    public_url = 'https://registry.example/1',
  ): TestMerchant => {
    const project = { registry: 'R', project_id: '1', category: 'C', type: 'T' };
    const parts = Object.entries(shares).map(([name, share]) => ({
      share,
      project: { ...project, name, public_url },
    }));
    const portfolios = [{ id: 'p', name: 'P', product, price_per_tonne: 1000, available, parts }];
    const offer = { price_per_tonne: 1000, currency: 'INR', portfolios, extensions: ['portfolio'] };
    return testMerchant(
      { amounts: { fractions: [0.5, 1, 1.5] } },
      {
        fetch: async (request, service) =>
          request.url.endsWith('/offer') ? Response.json(offer) : service.fetch(request),
      },
    );
  };

  for (const language of LANGUAGES)
    it(`never calls certificates credits in ${language}`, async () => {
      const shop = offering('aviation_fuel', 1e6);
      const page = await (await open(shop, await linkOf(shop, { locale: language }))).text();
      const { purchase, purchaseFuel } = LATER_TEXTS[language];
      const [, words = ''] = purchaseFuel.split('{mass}');
      const [credits = ''] = purchase.split('{mass}').toSorted((one, other) => other.length - one.length);
      assert.ok(page.includes(words) && !page.includes(credits), page);
    });

  it('names each project as its registry lists it, with its page, and those of a blend with their shares', async () => {
    const shop = offering('carbon_credits', 1e6, { Wind: 2, Trees: 1 });
    const page = await (await open(shop, await linkOf(shop))).text();
    assert.ok(page.includes('<bdi>Wind (66.7%), Trees (33.3%), R</bdi>'), page);
    const one = offering('carbon_credits', 1e6, { P: 1 }, 'https://registry.example/1?"');
    assert.match(
      await (await open(one, await linkOf(one))).text(),
      /<p>Project: <a href="https:\/\/registry\.example\/1\?&quot;"><bdi>P, R 1<\/bdi><\/a><\/p>/,
    );
    const script = offering('carbon_credits', 1e6, { '<i>P': 1 }, 'javascript:alert(1)');
    assert.match(
      await (await open(script, await linkOf(script))).text(),
      /<p>Project: <bdi>&lt;i&gt;P, R 1<\/bdi><\/p>/,
    );
  });

  it('offers the nearest amount that is left, or nothing once all is sold out', async () => {
    const some = offering('carbon_credits', 150_000);
    const page = await (await open(some, await linkOf(some))).text();
    assert.ok(page.includes('Buys and retires 100 kg of carbon credits'), page);
    const none = offering('carbon_credits', 50_000);
    const nothing = await open(none, await linkOf(none));
    assert.equal(nothing.status, 200);
    assert.ok((await nothing.text()).includes(LATER_MESSAGES.unavailable));
  });

  it('names the invalid field of its input', async () => {
    const shop = merchant();
    const cases: [more: object, field: string][] = [
      [{ handlerUrl: '/offset' }, 'handlerUrl'],
      [{ handlerUrl: 'http://air.example/offset' }, 'handlerUrl'],
      [{ reference: '' }, 'reference'],
      [{ expiresAt: new Date(shop.offset.now()) }, 'expiresAt'],
      [{ expiresAt: new Date(shop.offset.now() + 366 * DAY_MS + 1) }, 'expiresAt'],
      [{ expiresAt: new Date(Number.NaN) }, 'expiresAt'],
      [{ returnUrl: 'javascript:alert(1)' }, 'returnUrl'],
      [{ flights: [] }, 'flights'],
      [{ flights: [{ ...ZRH_SFO, origin: '?' }] }, 'flights[0].origin'],
    ];
    for (const [more, field] of cases) {
      await assert.rejects(linkOf(shop, more), (error: { code: string; field: string }) => {
        assert.deepEqual([error.code, error.field], ['bad_request', field]);
        return true;
      });
    }
    await linkOf(shop, { expiresAt: new Date(shop.offset.now() + 366 * DAY_MS) });
    await assert.rejects(
      linkOf(shop, { handlerUrl: 'http://air.example/offset' }),
      /handlerUrl: must be an https URL such as .* http is accepted for this machine, such as http:\/\/localhost:3000/,
    );
  });

  it('fits into a QR code, also with ten flights', async () => {
    const shop = merchant();
    const link = await linkOf(shop, { flights: Array.from({ length: 10 }, () => ZRH_SFO) });
    const [, size] = /^<svg [^>]*viewBox="0 0 (\d+) \1"/.exec(contributeLaterQr(link)) ?? [];
    assert.equal((Number(size) / 10 - 17 - 2 * 4) % 4, 0, 'with the four modules of white that readers need');
    contributeLaterQr('x'.repeat(2900));
    assert.throws(() => contributeLaterQr(`${link}${'x'.repeat(3000)}`), RangeError);
  });
});
