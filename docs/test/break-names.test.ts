/** Places where long names may be broken. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MarkdownRenderer } from 'vitepress';
import { breakLongNames } from '../.vitepress/break-names.ts';

/** Renders inline code. */
function shown(code: string): string {
  const rules: { code_inline: () => string } = { code_inline: () => `<code v-pre>${code}</code>` };
  breakLongNames({ renderer: { rules } } as unknown as MarkdownRenderer);
  return rules.code_inline();
}

for (const [code, expected] of [
  ['flight_offset_request_seconds', 'flight_<wbr>offset_<wbr>request_<wbr>seconds'],
  [
    '/offset-gateway/orders/{order_id}',
    '/<span class="whole">offset-gateway</span>/<wbr>orders/<wbr>{order_<wbr>id}',
  ],
  ['_private', '_private'],
  ['http://localhost:4000', 'http://<wbr>localhost:4000'],
  ['service.honoursIdempotencyKey', 'service.<wbr>honoursIdempotencyKey'],
  ['parts[].project.country', 'parts[].<wbr>project.<wbr>country'],
  ['retirements_export.json', 'retirements_<wbr>export.json'],
  ['quote_expired, quote_invalid', 'quote_expired, quote_invalid'],
  ['&lt;offset-status /&gt;', '&lt;<span class="whole">offset-status</span> /&gt;'],
  ['a-name-longer-than-a-cell', 'a-name-longer-than-a-cell'],
  ['orders refund --as-of DAY', 'orders refund <span class="whole">--as-of</span> DAY'],
  ['4242 4242 4242 4242', '<span class="whole">4242 4242 4242 4242</span>'],
  ['a--b', 'a--b'],
] as const)
  test(`${code} breaks behind _, / and dots; its tags, options and card numbers stay whole`, () => {
    assert.equal(shown(code), `<code v-pre>${expected}</code>`);
  });
