/** The complete checkout in a browser: booking page, widget, payment, return page, and the resulting records. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { WebhookEvent } from '@flight-offset/core';
import { OffsetClient, verifyWebhook } from '@flight-offset/core/server';
import type { FlightOffsetWidget } from '@flight-offset/elements';
import { SANDBOX } from '@flight-offset/gateway';
import { type Browser, chromium, type Page, type Route } from 'playwright-core';
import { CHROMIUM_ARGS, installedChromium, launchBrowser } from '../../../scripts/chromium.ts';
import { type Received, receiveAt } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';

const GOOD_CARD = '4242424242424242';
const BAD_CARD = '4000000000000002';

let stack: Stack;
let browser: Browser;
let client: OffsetClient;

before(async () => {
  stack = await startStack();
  browser = await launchBrowser();
  client = new OffsetClient({
    baseUrl: stack.gateway,
    apiKey: SANDBOX.apiKey,
    signingKey: SANDBOX.secret,
    platformId: SANDBOX.platformId,
  });
});

after(async () => {
  await browser?.close();
  await stack?.close();
});

/** Opens the initial booking and waits until its widget has an estimate. */
async function openBooking(opener = browser): Promise<Page> {
  const page = await opener.newPage();
  await page.goto(stack.airline);
  await page
    .locator('flight-offset-widget:state(ready)')
    .getByText('Zurich ZRH to San Francisco SFO')
    .waitFor();
  return page;
}

/** Returns the total that the page shows, cents. */
async function totalOf(page: Page, list = '#review-price'): Promise<number> {
  const text = (await page.locator(`${list} dd.total`).textContent()) ?? '';
  return Math.round(Number(text.replace(/[^\d.]/g, '')) * 100);
}

/** Returns the id of the focused element. */
const focused = (page: Page): Promise<string | undefined> => page.evaluate(() => document.activeElement?.id);

/** Returns the merchant's debt on its open statement in euros, cents. */
async function owed(): Promise<number> {
  const statements = await client.listStatements();
  return statements?.statements.find(({ id }) => id === 'open_EUR')?.total_minor ?? 0;
}

test('the contribution is a line of the booking: one total, one payment, on the statement; cancelled with it', async () => {
  const page = await openBooking();
  const widget = page.locator('flight-offset-widget');
  assert.equal(await widget.getByRole('checkbox').isChecked(), false);
  const [fare, before] = [await totalOf(page), await owed()];
  await widget.getByRole('checkbox').check();
  await page.locator('#review-price').getByText('Climate contribution').waitFor();
  const price = (await totalOf(page)) - fare;
  const chosen = await widget.evaluate((element) => (element as FlightOffsetWidget).option);
  assert.deepEqual(chosen?.price && [chosen.price.amountMinor, chosen.price.currency], [price, 'EUR']);
  assert.equal(await page.getByRole('button', { name: /^Pay/ }).count(), 1, 'one button pays');

  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL(`${stack.airline}/booked.html?**`);
  await page.getByRole('heading', { name: 'You are booked' }).waitFor();
  // The widget shows the order in place of the offer: nothing offers it again.
  const paid = page.locator('flight-offset-widget');
  await paid.getByText(/kg of carbon credits are allocated to you/).waitFor();
  await paid
    .getByText(
      `Amount: ${new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(price / 100)}`,
    )
    .waitFor();
  await paid.getByRole('link', { name: 'Receipt' }).waitFor();
  assert.equal(await paid.getByRole('checkbox').count(), 0);
  assert.equal(await totalOf(page, '#booked-price'), fare + price);
  const reference = new URL(page.url()).searchParams.get('reference') ?? '';
  const order = (await client.listOrders({ status: 'completed' })).orders.find(
    (one) => one.reference === reference,
  );
  assert.deepEqual([order?.settlement, order?.price], ['merchant', { currency: 'EUR', amount_minor: price }]);
  assert.equal(order?.user?.email, 'zoe.meier@example.com');
  assert.equal((await owed()) - before, price);
  await stack.printed(`${order?.order_id} is paid: `);
  assert.match((await page.locator('#cancel-note').textContent()) ?? '', /the contribution included\.$/);

  await page.getByRole('button', { name: 'Cancel the booking' }).click();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await page.getByRole('heading', { name: 'Your booking is cancelled' }).waitFor();
  await page.getByText(/^Refunded: [\d,.]+ kg CO₂e are no longer allocated/).waitFor();
  // Nothing can be cancelled any longer, and the contribution is not shown as paid.
  assert.equal(
    await page
      .getByText(/cancelling|cancel the/i)
      .filter({ visible: true })
      .count(),
    0,
  );
  assert.equal(await paid.isVisible(), false);
  assert.equal(await totalOf(page, '#booked-price'), 0);
  assert.match((await page.locator('#booked-price').textContent()) ?? '', /Refunded-€[\d,.]+Total€0\.00$/);
  const [refund] = await client.listRefunds(order?.order_id ?? '');
  assert.deepEqual([refund?.status, refund?.amount], ['completed', { currency: 'EUR', amount_minor: price }]);
  assert.equal(await owed(), before);
  // Going back and forward must not show the old booking: browsers then use their cache, however old.
  await page.goBack();
  await page.goForward();
  await page.locator('#booked').waitFor();
  assert.equal(await page.locator('#booked-title').textContent(), 'Your booking is cancelled');
  await page.close();
});

test('after a lost response the traveller pays again, and is booked and charged once', async () => {
  const page = await openBooking();
  const [fare, before] = [await totalOf(page), await owed()];
  await page.locator('flight-offset-widget').getByRole('checkbox').check();
  await page.locator('#review-price').getByText('Climate contribution').waitFor();
  const price = (await totalOf(page)) - fare;
  for (const lose of [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  ]) {
    await page.route(
      `${stack.merchant}/bookings`,
      async (route) => {
        await route.fetch();
        await lose(route);
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page
      .getByText('We couldn’t confirm your booking. Try again: you won’t be charged twice.')
      .waitFor();
    // After a reload it is the same attempt; ticking or unticking the box does not change the payment.
    await page.reload();
    await page.locator('flight-offset-widget:state(ready)').waitFor();
  }
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('heading', { name: 'You are booked' }).waitFor();
  assert.equal(await totalOf(page, '#booked-price'), fare + price);
  assert.equal((await owed()) - before, price);
  await page.close();
});

test('a traveller who goes back from a confirmation page that failed and pays again is booked once', async () => {
  const page = await openBooking();
  const references: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/booked.html') references.push(searchParams.get('reference') ?? '');
  });
  const pay = page.getByRole('button', { name: /^Pay/ });
  const away = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };
  await page.route('**/booked.html?*', (route) => route.fulfill(away), { times: 1 });
  await pay.click();
  await page.getByRole('heading', { name: 'Bad gateway' }).waitFor();
  await page.goBack();
  await pay.click();
  await page.getByRole('heading', { name: 'You are booked' }).waitFor();
  // A traveller who saw that it is booked, and books it again, wants it twice.
  await page.goto(stack.airline);
  await pay.click();
  await page.getByRole('heading', { name: 'You are booked' }).waitFor();
  const [first, again, another] = references;
  assert.equal(again, first);
  assert.notEqual(another, first);
  await page.close();
});

test('the booking and its payment are shown even if the widget does not load', async () => {
  const page = await openBooking();
  await page.locator('flight-offset-widget').getByRole('checkbox').check();
  await page.locator('#review-price').getByText('Climate contribution').waitFor();
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const scripts = loaded.filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()));
  const widget = scripts[texts.findIndex((text) => text.includes('static formAssociated'))] ?? assert.fail();
  await page.route(widget, (route) => route.abort());
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('heading', { name: 'You are booked' }).waitFor();
  await page.getByText('Your contribution is paid.').waitFor();
  assert.equal(await page.evaluate(() => customElements.get('flight-offset-widget') === undefined), true);
  await page.close();
});

test('a request that hangs times out, and the traveller can pay, read and cancel after it', async () => {
  const page = await browser.newPage();
  // Requests time out when the test decides.
  await page.addInitScript(() => {
    let over = new AbortController();
    AbortSignal.timeout = () => over.signal;
    addEventListener('time-over', () => {
      over.abort(new DOMException('The time is over.', 'TimeoutError'));
      over = new AbortController();
    });
  });
  /** Waits for a request that `act` sends and that gets no response, and lets it time out. */
  async function hang(address: string, act: () => Promise<unknown>): Promise<void> {
    await new Promise<void>((resolve) => {
      const route = async (held: Route): Promise<void> => {
        // The request arrived; only its response is missing.
        await held.fetch();
        resolve();
      };
      void page.route(address, route, { times: 1 }).then(act);
    });
    await page.evaluate(() => dispatchEvent(new Event('time-over')));
  }
  await page.goto(stack.airline);
  const before = await owed();
  const widget = page.locator('flight-offset-widget:state(ready)');
  await widget.getByRole('checkbox').check();
  await page.locator('#review-price').getByText('Climate contribution').waitFor();
  const pay = page.getByRole('button', { name: /^Pay/ });
  await hang(`${stack.merchant}/bookings`, () => pay.click());
  await page.getByText('We couldn’t confirm your booking. Try again: you won’t be charged twice.').waitFor();
  await pay.click();
  await page
    .locator('#contribution-order')
    .getByText(/kg of carbon credits are allocated/)
    .waitFor();
  assert.ok((await owed()) > before);

  const status = `${stack.merchant}/offset/orders/*/status`;
  const isShown = () =>
    page
      .locator('#contribution-order')
      .getByText(/^Reference: ord_/)
      .waitFor();
  await hang(status, () => page.reload());
  await isShown();
  await page.route(status, (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  await page.reload();
  await isShown();

  await hang(`${stack.merchant}/bookings/*`, () => page.reload());
  await page.getByText('We couldn’t reach the airline.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'You are booked' }).waitFor();
  assert.equal(await focused(page), 'booked-title');

  const cancel = page.getByRole('button', { name: 'Cancel the booking' });
  const sure = page.getByRole('button', { name: 'Yes, cancel it' });
  await cancel.click();
  await hang(`${stack.merchant}/bookings/*/cancel`, () => sure.click());
  await page.getByText('We couldn’t reach the airline.').waitFor();
  await cancel.click();
  await sure.click();
  await page.getByRole('heading', { name: 'Your booking is cancelled' }).waitFor();
  assert.equal(await owed(), before);
  await page.close();
});

/** A Chromium that restores pages, which a headless shell does not. */
const executablePath = installedChromium();
const skip = executablePath === undefined && 'no Chromium is installed that restores pages';

test('a traveller who goes back from the booked page, restored from the cache, can pay again', {
  skip,
}, async () => {
  const restoring = await chromium.launch({
    executablePath,
    args: CHROMIUM_ARGS,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const page = await openBooking(restoring);
    const pay = page.getByRole('button', { name: /^Pay/ });
    await page.evaluate(() => Object.assign(window, { isRestored: true }));
    await pay.click();
    await page.getByRole('heading', { name: 'You are booked' }).waitFor();
    await page.goBack({ waitUntil: 'commit' });
    await pay.waitFor();
    assert.equal(await page.evaluate(() => 'isRestored' in window), true);
    assert.equal(await pay.isEnabled(), true);
  } finally {
    await restoring.close();
  }
});

test('an unknown URL shows a page with a link to book', async () => {
  const page = await browser.newPage();
  const response = await page.goto(`${stack.airline}/nope`);
  assert.equal(response?.status(), 404);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Book a flight' }).getAttribute('href'), '/');
  await page.close();
});

test('an unknown reference offers nothing to cancel, and a link to book', async () => {
  const page = await browser.newPage();
  await page.goto(`${stack.airline}/booked.html?reference=NOPE`);
  await page.getByText('There is no such booking').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Book a flight' }).getAttribute('href'), '/');
  assert.equal(await page.getByRole('heading', { name: 'Payment' }).isVisible(), false);
  assert.equal(await page.getByRole('button').count(), 0);
  assert.equal(
    await page
      .getByText(/cancelling/i)
      .filter({ visible: true })
      .count(),
    0,
  );
  await page.close();
});

test('flights are named by their cities, in the language of the page', async () => {
  const page = await openBooking();
  const widget = page.locator('flight-offset-widget');
  for (const [language, route] of [
    ['de', 'Zürich ZRH nach San Francisco SFO'],
    ['fr', 'Zurich ZRH vers San Francisco SFO'],
    ['ja', 'チューリッヒ ZRH から サンフランシスコ SFO'],
  ] as const) {
    await widget.evaluate((element, locale) => element.setAttribute('locale', locale), language);
    await widget.getByText(route).waitFor();
  }
  await page.close();
});

test('a booking without the contribution is the fare alone', async () => {
  const page = await openBooking();
  const [fare, before] = [await totalOf(page), await owed()];
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('heading', { name: 'You are booked' }).waitFor();
  assert.equal(await totalOf(page, '#booked-price'), fare);
  assert.equal(await page.locator('#contribution').isVisible(), false);
  assert.equal(await page.locator('#cancel-note').textContent(), 'Cancelling returns the whole amount.');
  assert.equal(await owed(), before);
  const cancel = page.getByRole('button', { name: 'Cancel the booking' });
  const sure = page.getByRole('button', { name: 'Yes, cancel it' });
  await page.route('**/cancel', (route) => route.abort(), { times: 1 });
  await cancel.click();
  await sure.click();
  await page.getByText('We couldn’t reach the airline. Try again.').waitFor();
  assert.equal(await focused(page), 'cancel');
  assert.equal(await page.getByRole('button', { name: 'Try again' }).isVisible(), false, 'of the booking');
  let problem: string | null = null;
  await page.route('**/cancel', async (route) => {
    problem = await page.locator('#booked-problem').textContent();
    await route.continue();
  });
  await cancel.click();
  await sure.click();
  await page.getByRole('heading', { name: 'Your booking is cancelled' }).waitFor();
  assert.equal(await focused(page), 'booked-title', 'the button is gone, and the heading is announced');
  assert.equal(problem, '', 'while it is tried again, nothing says that it failed');
  await page.close();
});

test('a booking is cancelled only after confirmation, and kept by Escape or the first button', async () => {
  const page = await openBooking();
  await page.getByRole('button', { name: /^Pay/ }).click();
  const cancel = page.getByRole('button', { name: 'Cancel the booking' });
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/cancel')) requests += 1;
  });
  for (const key of ['Enter', 'Escape']) {
    await cancel.press('Enter');
    await page.getByRole('dialog', { name: 'Cancel this booking?' }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Keep it');
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.equal(await focused(page), 'cancel');
  }
  await page.reload();
  await page.getByRole('heading', { name: 'You are booked' }).waitFor();
  assert.equal(requests, 0);
  await page.close();
});

test('without scripts its pages say that they need them', async () => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  for (const path of ['/', '/booked.html?reference=ABCDEF']) {
    await page.goto(stack.airline + path);
    const note = page.locator('main noscript');
    assert.ok(await note.isVisible(), path);
    assert.match((await note.textContent()) ?? '', /This page needs JavaScript/);
  }
  await page.context().close();
});

test('a browser that blocks cookies, and with them storage, books too', async () => {
  const page = await browser.newPage();
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    }),
  );
  await page.goto(`${stack.airline}/?from=ZRH&to=LHR#trip`);
  await page.getByRole('spinbutton', { name: 'Travellers' }).fill('2');
  await page.locator('#trip-form').getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Traveller 2, as in the passport').fill('Aarav Sharma');
  await page.locator('#travellers-form').getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByText(/Booking \w{6}, Zoë Meier, Aarav Sharma/).waitFor();
  await page.close();
});

test('a browser whose storage is full sends the same attempt again, so that it is charged once', async () => {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await page.goto(stack.airline);
  const references: string[] = [];
  const address = `${stack.merchant}/bookings`;
  const lost = async (route: Route): Promise<void> => {
    references.push((await (await route.fetch()).json()).reference);
    await route.abort();
  };
  await page.route(address, lost, { times: 1 });
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByText('We couldn’t confirm your booking.').waitFor();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('heading', { name: 'You are booked' }).waitFor();
  assert.deepEqual([new URL(page.url()).searchParams.get('reference')], references);
  await page.close();
});

test('unticking removes the line; after a declined card the traveller can try another one', async () => {
  const page = await openBooking();
  const [fare, before] = [await totalOf(page), await owed()];
  const box = page.locator('flight-offset-widget').getByRole('checkbox');
  await box.check();
  await page.locator('#review-price').getByText('Climate contribution').waitFor();
  await box.uncheck();
  await page.locator('#review-price').getByText('Climate contribution').waitFor({ state: 'detached' });
  assert.equal(await totalOf(page), fare);
  await box.check();
  await page.locator(`input[name=card][value="${BAD_CARD}"]`).check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByText('The card was declined. Try another one.').waitFor();
  assert.equal(await focused(page), 'pay-button', 'the focus stays on the button');
  assert.equal(await owed(), before);
  assert.equal(await box.isChecked(), true);
  await page.locator(`input[name=card][value="${GOOD_CARD}"]`).check();
  // While the other card is charged, no error of the declined one is shown.
  let problem: string | null = null;
  await page.route(
    `${stack.merchant}/bookings`,
    async (route) => {
      problem = await page.locator('#pay-problem').textContent();
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('heading', { name: 'You are booked' }).waitFor();
  assert.equal(problem, '');
  assert.ok((await owed()) > before);
  await page.close();
});

test('the URL of a step that needs a name leads on once the name is there', async () => {
  const page = await browser.newPage();
  await page.goto(`${stack.airline}/?passengers=2#review`);
  const name = page.getByLabel('Traveller 2');
  await name.fill('  ');
  assert.equal(await name.evaluate((input) => (input as HTMLInputElement).checkValidity()), false);
  await name.fill(' Jo Bloggs ');
  await page.locator('#email').fill('jo@example.com');
  await page.locator('#travellers-form').getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Review and pay' }).waitFor();
  assert.deepEqual(await page.locator('#review-travellers li').allTextContents(), ['Zoë Meier', 'Jo Bloggs']);
  const user = await page.locator('#widget').evaluate((element) => (element as FlightOffsetWidget).user);
  assert.deepEqual(user, { name: 'Zoë Meier', email: 'jo@example.com' });
  await page.close();
});

test('keeps the choice on the way back through the steps, in the box, the total and the payment', async () => {
  const page = await openBooking();
  const [fare, before] = [await totalOf(page), await owed()];
  const box = page.locator('flight-offset-widget').getByRole('checkbox');
  const line = page.locator('#review-price').getByText('Climate contribution');
  await box.check();
  await line.waitFor();
  const total = await totalOf(page);
  assert.ok(total > fare);
  await page.getByRole('link', { name: 'Travellers' }).click();
  await page.locator('#travellers-form').getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Review and pay' }).waitFor();
  assert.equal(await box.isChecked(), true);
  assert.equal(await line.count(), 1);
  assert.equal(await totalOf(page), total);
  await page
    .getByRole('button', {
      name: `Pay €${(total / 100).toLocaleString('en-IE', { minimumFractionDigits: 2 })}`,
    })
    .click();
  await page.getByRole('heading', { name: 'You are booked' }).waitFor();
  assert.equal(await totalOf(page, '#booked-price'), total);
  assert.equal((await owed()) - before, total - fare);
  await page.close();
});

test('another trip drops the choice from the box and the total', async () => {
  const page = await openBooking();
  const fare = await totalOf(page);
  const box = page.locator('flight-offset-widget').getByRole('checkbox');
  await box.check();
  await page.locator('#review-price').getByText('Climate contribution').waitFor();
  await page.getByRole('link', { name: 'Trip' }).click();
  await page.getByLabel('Cabin').selectOption('business');
  await page.locator('#trip-form').getByRole('button', { name: 'Continue' }).click();
  await page.locator('#travellers-form').getByRole('button', { name: 'Continue' }).click();
  await page.locator('flight-offset-widget:state(ready)').waitFor();
  assert.equal(await box.isChecked(), false);
  assert.equal(await page.locator('#review-price').getByText('Climate contribution').count(), 0);
  assert.ok((await totalOf(page)) > 4 * fare, 'the fare is that of the cabin');
  await page.close();
});

test('the trip in the fields is booked, also if the browser filled them without a change', async () => {
  const page = await browser.newPage();
  await page.goto(`${stack.airline}/?from=ZRH&to=SFO&out=2026-12-14#trip`);
  await page.getByText('Monday, 14 December 2026').waitFor();
  // As Firefox does when it restores a tab.
  await page.locator('#out').evaluate((field) => {
    (field as HTMLInputElement).value = '2027-03-03';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.locator('#trip-form').getByRole('button', { name: 'Continue' }).click();
  await page.locator('#travellers-form').getByRole('button', { name: 'Continue' }).click();
  await page.locator('#review-flights').getByText('Wednesday, 3 March 2027').waitFor();
  await page.close();
});

test('refuses a total that the backend did not calculate', async () => {
  const page = await openBooking();
  await page.route(`${stack.merchant}/bookings`, async (route) => {
    const body = route.request().postDataJSON() as { total: number };
    await route.continue({ postData: JSON.stringify({ ...body, total: 100 }) });
  });
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByText('The price has changed. Check it and pay again.').waitFor();
  await page.close();
});

test('a webhook is delivered, verifies, and names a transaction that can be read', async () => {
  await using receiver = await receiveAt('/webhooks');
  const created = await client.createOrder({ emission_amount: 502, callback_url: receiver.url });
  const page = await browser.newPage();
  await page.goto(created.payment_url);
  await page.locator(`input[name=card][value="${GOOD_CARD}"]`).check();
  await page.locator('button[name=action][value=pay]').click();

  const received: Received = await receiver.next();
  await verifyWebhook({ ...received, secrets: [SANDBOX.webhookSecret] });
  const { type, data } = JSON.parse(received.body) as WebhookEvent;
  assert.equal(type, 'order.completed');
  assert.equal(data.order_id, created.order_id);
  const transaction = await client.getTransaction(data.transaction_id ?? '');
  assert.equal(transaction.carbon_credits, 0.502);
  await page.close();
});

test('a return trip of several travellers is quoted as a whole', async () => {
  const page = await browser.newPage();
  await page.goto(`${stack.airline}/?from=ZRH&to=SFO&out=2026-12-14&back=2026-12-21#trip`);
  assert.ok(await page.getByRole('heading', { name: 'Where would you like to go?' }).isVisible());
  const back = page.locator('#back');
  await page.locator('#one-way').check();
  assert.deepEqual([await back.isDisabled(), await back.inputValue()], [true, '']);
  await page.locator('#one-way').uncheck();
  assert.deepEqual([await back.isDisabled(), await back.inputValue()], [false, '2026-12-21']);
  await page.getByRole('spinbutton', { name: 'Travellers' }).fill('2');
  await page.getByLabel('Cabin').selectOption('business');
  await page.locator('#trip-form').getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Traveller 2, as in the passport').fill('Aarav Sharma');
  await page.locator('#travellers-form').getByRole('button', { name: 'Continue' }).click();

  const widget = page.locator('flight-offset-widget');
  await page
    .locator('flight-offset-widget:state(ready)')
    .getByText('San Francisco SFO to Zurich ZRH')
    .waitFor();
  const quote = await widget.evaluate((element) => (element as FlightOffsetWidget).quote);
  assert.ok(quote?.status === 'ready');
  assert.equal(quote.cabin, 'business');
  assert.equal(quote.passengers, 2);
  assert.equal(quote.legs.length, 2);
  assert.equal(await widget.getByRole('checkbox').isChecked(), false);
  await page.close();
});

test('every offered journey can be estimated', async () => {
  const { TIMETABLE, flightsOf } = await import('../src/timetable.ts');
  const flights = TIMETABLE.flatMap((journey) => flightsOf(journey, '2026-12-14'));
  const results = await client.calculateEmissions(flights);
  assert.equal(results.length, flights.length);
});
