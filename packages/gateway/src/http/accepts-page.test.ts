import assert from 'node:assert/strict';
import { it } from 'node:test';
import { acceptsPage } from './accepts-page.ts';

for (const [accept, expected] of [
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['text/html', true],
  ['TEXT/HTML', true],
  ['text/html;level=1', true],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8', true],
  ['text/html, image/gif, image/jpeg, */*; q=0.2', true],
  ['text/html, application/json', true],
  ['application/json;q=0.2, text/html; Q=0.9', true],
  ['application/json, text/html;q=0.9', false],
  ['text/html;q=0.5, application/json', false],
  ['text/html;q=0, */*', false],
  ['text/html;q=0.000', false],
  ['text/html;q=much', false],
  ['text/html-fragment', false],
] as const)
  it(`serves a page ${expected ? '' : 'not '}to a client that accepts ${accept}`, () => {
    assert.equal(acceptsPage(accept), expected);
  });
