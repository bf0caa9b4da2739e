import assert from 'node:assert/strict';
import { it } from 'node:test';
import { emailText } from './email-text.ts';

for (const [address, text] of [
  ['a.lima@partners.example.com', 'a.lima<wbr>@partners.example.com'],
  ['"a@b"@x.example', '&quot;a@b&quot;<wbr>@x.example'],
  ['<b>@x.example', '&lt;b&gt;<wbr>@x.example'],
  ['no address', 'no address'],
] as const)
  it(`${address} breaks before its last @ only`, async () =>
    assert.equal(String(await emailText(address)), text));
