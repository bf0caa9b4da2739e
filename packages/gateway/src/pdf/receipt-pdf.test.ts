import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TEXTS } from '../pages/messages/texts.ts';
import { pdfStreams, pdfTexts } from '../testing/pdf-text.ts';
import { describedPart, receipt } from '../testing/receipt.ts';
import { LEFT, RIGHT } from './document.ts';
import { type ReceiptPdf, receiptPdf } from './receipt-pdf.ts';

const { en, ar } = TEXTS;

/** Prints a receipt. @returns its texts, the drawing commands of its page, and the file. */
async function printed(
  more: Partial<ReceiptPdf> = {},
): Promise<{ texts: string[]; drawn: string; file: string }> {
  const pdf = await receiptPdf({ ...receipt('1'), ...more });
  return { texts: pdfTexts(pdf), drawn: pdfStreams(pdf).join(''), file: Buffer.from(pdf).toString('latin1') };
}

/** Finds the QR code that a page draws. @returns its left edge and width, points; undefined if there is none. */
function codeOn(drawn: string): { readonly x: number; readonly width: number } | undefined {
  const bars = [...drawn.matchAll(/^([\d.]+) [\d.]+ ([\d.]+) [\d.]+ re$/gm)];
  if (bars.length === 0) return undefined;
  const x = Math.min(...bars.map(([, left]) => Number(left)));
  const end = Math.max(...bars.map(([, left, width]) => Number(left) + Number(width)));
  return { x: Math.round(x), width: Math.round(end - x) };
}

it('a receipt names its payer, has the lines of the page, and states how to verify it', async () => {
  const { texts, drawn, file } = await printed();
  assert.deepEqual(texts, [
    'Example Air',
    en.receipt,
    'Order ord_1 for Zoë Meier',
    en.sandboxNote,
    en.creditsReturned,
    '1.146 t CO2e',
    en.creditsNote.replaceAll('₂', '2'),
    en.transaction,
    'txn_1',
    en.paidOn,
    '1 January 1970 (UTC)',
    en.pricePerTonne,
    '₹1,199.00',
    en.paid,
    '₹1,374.05',
    en.notACancellation,
    '',
    'Anyone can check this receipt with the keys at https://x.example/jwks.',
    en.receiptQr,
  ]);
  assert.equal(codeOn(drawn)?.width, 170);
  // It has a title, a language and words for its code, to be read aloud. Its time is the time of payment.
  const named = [
    '(Receipt ord_1)',
    '/DisplayDocTitle true',
    '/Lang (en-IN)',
    '/Marked true',
    '/Alt (This QR',
  ];
  for (const part of [...named, '(D:19700101000000Z)']) assert.ok(file.includes(part), part);
});

it('each row of a receipt has one cell, and one header, which names its scope', async () => {
  const view = { ...receipt('1').view, parts: [describedPart({ en: 'Wind turbines.' })] };
  const { file } = await printed({ view, locale: { language: 'de', tag: 'de' } });
  const count = (part: RegExp): number => file.match(part)?.length ?? 0;
  const rows = count(/\/S \/TR\b/g);
  assert.ok(rows > 5);
  assert.deepEqual(
    [count(/\/S \/TH\b/g), count(/\/Scope \/Row\b/g), count(/\/S \/TD\b/g)],
    [rows, rows, rows],
  );
});

it('a receipt names the seller and its legal pages, and no withdrawal once refunded', async () => {
  const { view } = receipt('1');
  const legal = {
    seller: 'Example Air Ltd, 1 Runway, Zurich',
    terms_url: 'https://air.example/{lang}/terms',
    withdrawal_url: 'https://air.example/withdraw?order={order}',
  };
  const credits = [{ project: 'wind', grams: view.order.grams, batch: null, retirements: [] }];
  const merchant = { ...view.merchant, ...legal };
  const { texts } = await printed({ view: { ...view, credits, merchant } });
  const at = texts.indexOf(en.notACancellation);
  assert.deepEqual(texts.slice(at + 1, at + 4), [
    'Seller: Example Air Ltd, 1 Runway, Zurich',
    'Terms: https://air.example/en/terms',
    'Withdraw from contract here: https://air.example/withdraw?order=ord_1',
  ]);
  const refunded = await printed({ view: { ...view, merchant } });
  assert.ok(!refunded.texts.some((text) => text.startsWith(en.withdraw)), 'nothing is left to withdraw from');
});

it('a project described only in English is marked as English in a receipt in another language', async () => {
  const view = { ...receipt('1').view, parts: [describedPart({ en: 'Wind turbines.' })] };
  const { texts, file } = await printed({ view, locale: { language: 'de', tag: 'de' } });
  const at = texts.indexOf('Wind turbines.');
  assert.equal(texts[at + 1], 'Wind, Verra 1851');
  assert.equal(file.split('/Lang (en)').length, 2);
});

it('all text of a receipt is within its margins, in both reading directions', async () => {
  for (const locale of [receipt('1').locale, { language: 'ar', tag: 'ar' } as const]) {
    const { texts, drawn } = await printed({ locale, sandbox: false });
    const m = TEXTS[locale.language];
    assert.ok(texts.includes(m.receipt) && !texts.includes(m.sandboxNote));
    const begins = [...drawn.matchAll(/^1 0 0 1 ([-\d.]+) [-\d.]+ Tm$/gm)];
    assert.ok(begins.length > 15);
    for (const [, x] of begins) assert.ok(Number(x) >= LEFT && Number(x) < RIGHT, `${x} ${locale.tag}`);
    // A right-to-left page is mirrored: its title and its code.
    const [, title] = begins[1] ?? [];
    assert.equal(Number(title) === LEFT, m !== ar);
    assert.equal(codeOn(drawn)?.x, m === ar ? RIGHT - 170 : LEFT);
  }
});

it('names that cannot be printed completely are left out', async () => {
  const { view } = receipt('1');
  const order = { ...view.order, user_name: '🌍 Zoë' };
  const { texts } = await printed({ view: { ...view, order, publishers: ['ICAO', '🌍 Agency'] } });
  assert.equal(texts[2], 'Order ord_1');
  assert.deepEqual(
    texts.filter((text) => /ICAO|Agency/.test(text)),
    ['ICAO'],
  );
});

it('a long receipt has a larger QR code, and one too long for a code has none', async () => {
  const codes: (number | undefined)[] = [];
  for (const length of [1200, 1201, 2900, 2901]) {
    const { texts, drawn } = await printed({ jws: 'x'.repeat(length) });
    codes.push(codeOn(drawn)?.width);
    assert.equal(texts.includes(en.receiptQr), length <= 2900);
    assert.ok(texts.some((text) => text.includes('https://x.example/jwks')));
  }
  assert.deepEqual(codes, [170, 270, 270, undefined]);
});
