import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type RunningGateway, startGateway } from '../gateway.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let gateway: RunningGateway;
before(async () => {
  gateway = await startGateway({ environment: { GATEWAY_DOCS_URL: 'https://docs.example/' } });
});
after(() => gateway.close());

it('the root URL serves browsers a page whose links within the gateway work', async () => {
  const response = await fetch(gateway.url, { headers: { accept: BROWSER } });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
  assert.equal(response.headers.get('vary'), 'accept');
  const text = await response.text();
  assert.match(text, /<h1>Flight Offset gateway<\/h1>/);
  assert.match(text, /sandbox: no real money/);
  const links = [...text.matchAll(/<a href="([^"]+)"/g)].map(([, url = '']) => url);
  assert.deepEqual(links.slice(0, 2), ['/console', 'https://docs.example']);
  assert.ok(links.length > 4);
  // The console requires a sign-in first.
  for (const url of links.filter((one) => one.startsWith('/')))
    assert.equal((await fetch(gateway.url + url)).status, url === '/console' ? 401 : 200, url);
});

it('the root URL gives programs the 404 of an unknown endpoint, as JSON', async () => {
  for (const accept of ['*/*', 'application/json']) {
    const response = await fetch(gateway.url, { headers: { accept } });
    assert.equal(response.status, 404);
    assert.equal(response.headers.get('vary'), 'accept');
    assert.equal(((await response.json()) as { error: number }).error, 40401);
  }
});

it('an unknown path gets browsers a page without links to other hosts, and programs an Error object', async () => {
  for (const path of ['/payments/x?a=1', '/consol', '//elsewhere.example/x']) {
    const response = await fetch(gateway.url + path, { headers: { accept: 'text/html,*/*;q=0.8' } });
    assert.deepEqual(
      [response.status, response.headers.get('content-type')],
      [404, 'text/html; charset=utf-8'],
    );
    const text = await response.text();
    assert.match(text, /<h1[^>]*>Page not found<\/h1>/);
    assert.doesNotMatch(text, /(?:href|src|action)="(?:[a-z]+:)?\/\//);
    const { status, headers } = await fetch(gateway.url + path);
    assert.deepEqual([status, headers.get('content-type')], [404, 'application/json']);
  }
});
