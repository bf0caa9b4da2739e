import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Hono } from 'hono';
import type { Env } from '../http/env.ts';
import { Problem } from '../problem.ts';
import { TEXTS } from './messages/texts.ts';
import { isForTraveller, problemPage } from './problem-page.ts';

const TOKEN = 'x'.repeat(43);
const { en } = TEXTS;

/** Requests a page that ends in a problem. */
async function shown(problem: Problem, path: string): Promise<{ response: Response; text: string }> {
  const app = new Hono<Env>();
  app.get('*', (context) => {
    context.set('requestId', 'request-7');
    return problemPage(context, problem);
  });
  const response = await app.request(path);
  return { response, text: await response.text() };
}

it('a problem is a page in a traveller’s browser, and an Error object elsewhere', async () => {
  const app = new Hono<Env>();
  app.get('*', (context) => context.json(isForTraveller(context)));
  for (const [path, accept, expected] of [
    ['/pay/x', '*/*', true],
    ['/pay/x', 'text/html', true],
    ['/pay/x/receipt.jws', '*/*', false],
    ['/pay/x/receipt.jws', 'text/html,*/*', true],
    ['/retirements', 'text/html,*/*', true],
    ['/retirements/x', 'text/html,*/*', true],
    ['/retirements/x', '*/*', false],
    ['/retirements/x', 'application/json, text/html;q=0.5', false],
    ['/retirementsx', 'text/html', false],
    ['/offset-gateway/orders', 'text/html', false],
  ] as const) {
    const response = await app.request(path, { headers: { accept } });
    assert.equal(await response.json(), expected, `${path}, ${accept}`);
  }
});

it('the page of a problem has its status, its headers and a way to continue', async () => {
  const away = new Problem(50301, 'away', { headers: { 'retry-after': '7' } });
  const { response, text } = await shown(away, `/pay/${TOKEN}?return_url=x`);
  assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '7']);
  assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  for (const part of [en.away, `href="/pay/${TOKEN}?return_url=x&amp;lang=en"`, 'data-waits'])
    assert.ok(text.includes(part), part);
  const fault = await shown(new Problem(50001, 'fault'), `/pay/${TOKEN}`);
  assert.ok(fault.response.status === 500 && fault.text.includes('<code>request-7</code>'));
  assert.doesNotMatch(fault.text, /data-waits/);
  const unknown = await shown(new Problem(40401, 'unknown'), '/pay/x');
  assert.ok(unknown.response.status === 404 && unknown.text.includes(en.notFound));
  assert.ok(unknown.text.includes(en.notFoundNote));
  const paid = await shown(new Problem(40401, 'unknown'), `/pay/${TOKEN}?return_url=x&from=provider`);
  assert.ok(paid.text.includes(en.paidNotFoundNote) && !paid.text.includes(en.notFoundNote));
  const receipt = await shown(new Problem(40401, 'unpaid'), `/pay/${TOKEN}/receipt.pdf`);
  for (const part of [en.noReceipt, `href="/pay/${TOKEN}?lang=en"`])
    assert.ok(receipt.text.includes(part), part);
  assert.ok((await shown(new Problem(41301, 'large'), `/pay/${TOKEN}`)).text.includes(en.refused));
  const retirement = await shown(new Problem(40401, 'unknown'), '/retirements/x?before=y');
  for (const part of [en.noRetirement, 'href="/retirements?lang=en"'])
    assert.ok(retirement.text.includes(part), part);
  const later = await shown(away, '/retirements?before=x');
  for (const part of [en.away, 'href="/retirements?before=x&amp;lang=en"'])
    assert.ok(later.text.includes(part), part);
  assert.ok(!later.text.includes(en.awayNote), 'that note is about a payment');
  assert.doesNotMatch(later.text, /data-waits/);
});
