import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describedPart, receipt } from '../testing/receipt.ts';
import { orderTable } from './order-table.ts';

/** Renders the table, in German, of an order of one project that is described in these languages. */
async function table(descriptions: Readonly<Record<string, string>>): Promise<string> {
  const view = { ...receipt('1').view, parts: [describedPart(descriptions)] };
  return String(await orderTable(view, { language: 'de', tag: 'de-CH' }));
}

it('a project described only in English is marked as English on a page in another language', async () => {
  const english = await table({ en: 'Wind turbines.' });
  assert.ok(english.includes('<bdi lang="en">Wind turbines.</bdi>'));
  assert.equal(english.split('Wind turbines').length, 2);
  for (const own of ['de', 'de-CH']) {
    const html = await table({ en: 'Wind turbines.', [own]: 'Windräder.' });
    assert.ok(html.includes('>Windräder. \u2068Wind, Verra 1851\u2069') && !html.includes('<bdi lang'));
  }
});
