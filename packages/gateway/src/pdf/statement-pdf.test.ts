import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StatementLine, StatementWithLines } from '@flight-offset/core';
import { pdfStreams, pdfTexts } from '../testing/pdf-text.ts';
import { LEFT, RIGHT } from './document.ts';
import { LINES_TO_READ, statementContent } from './statement-content.ts';
import { statementPdf } from './statement-pdf.ts';

const ORDER: StatementLine = {
  kind: 'order',
  order_id: 'ord_01M9RXJQ00566YEE085CTVRMM7',
  reference: 'Zürich (EX7K2P)',
  amount_minor: 12_345,
  grams: 1_146_500,
  at: '2026-11-20T23:59:59.000Z',
};
const REFUND: StatementLine = { ...ORDER, kind: 'refund', refund_id: 'rfd_1', amount_minor: -45, grams: 500 };

function statement(more: Partial<StatementWithLines> = {}): StatementWithLines {
  return {
    id: 'stm_1',
    number: 3,
    period: '2026-11',
    currency: 'KWD',
    state: 'closed',
    total_minor: 12_300,
    orders: 1,
    refunds: 1,
    closed_at: '2026-12-02T00:00:00.000Z',
    paid_at: null,
    lines: [ORDER, REFUND],
    ...more,
  };
}

async function texts(given: StatementWithLines): Promise<string[]> {
  return pdfTexts(await statementPdf(statementContent(given, 'Example Air', false)));
}

/** Returns the text right after another. */
const after = (all: readonly string[], text: string): string | undefined => all[all.indexOf(text) + 1];

describe('the PDF of a statement', () => {
  it('has as many cells in a line without a reference, so that each is read under its own header', async () => {
    const { reference: _, ...order } = ORDER;
    const cells = async (line: StatementLine): Promise<number> => {
      const pdf = await statementPdf(
        statementContent(statement({ lines: [line, REFUND] }), 'Example Air', false),
      );
      return Buffer.from(pdf).toString('latin1').split('/S /TD').length;
    };
    assert.equal(await cells(order), await cells(ORDER));
  });

  it('names the scope of each header: its row or its column', async () => {
    const pdf = await statementPdf(statementContent(statement(), 'Example Air', false));
    const file = Buffer.from(pdf).toString('latin1');
    const count = (part: string): number => file.split(part).length - 1;
    assert.deepEqual([count('/S /TH'), count('/Scope /Row'), count('/Scope /Column')], [9, 3, 6]);
  });

  it('has its number, its lines and its total, exact in the digits of the currency', async () => {
    const pdf = await statementPdf(statementContent(statement(), 'Example Air', false));
    const all = pdfTexts(pdf);
    assert.deepEqual(all.slice(0, 3), [
      'Example Air',
      'Statement 3',
      'November 2026 · closed on 2 December 2026 · stm_1',
    ]);
    assert.equal(after(all, 'Total'), '12.300 KWD');
    const lines = all.slice(all.indexOf('Amount (KWD)') + 1);
    assert.deepEqual(lines, [
      ...['2026-11-20', 'Order', ORDER.order_id, 'Zürich (EX7K2P)', '1146.5', '12.345'],
      ...['2026-11-20', 'Refund', `${ORDER.order_id} rfd_1`, 'Zürich (EX7K2P)', '0.5', '-0.045'],
    ]);
    const begins = [
      ...pdfStreams(pdf)
        .join('')
        .matchAll(/^1 0 0 1 ([-\d.]+) [-\d.]+ Tm$/gm),
    ];
    assert.ok(begins.length >= all.length);
    for (const [, x] of begins) assert.ok(Number(x) >= LEFT && Number(x) < RIGHT, `${x} is beside the page`);
  });

  it('has the net, tax and gross of the statement, and no decimals if the currency has none', async () => {
    const tax = { label: 'VAT', rate: 7.7, net_minor: -93, tax_minor: -7, gross_minor: -100 };
    const all = await texts(statement({ currency: 'JPY', total_minor: -100, tax, lines: [] }));
    assert.equal(after(all, 'Net'), '-93 JPY');
    assert.equal(after(all, 'VAT 7.7 %'), '-7 JPY');
    assert.equal(after(all, 'Total, tax included'), '-100 JPY');
    assert.ok(!all.includes('Total'));
  });

  it('moves the total down by a line if the tax label takes two', async () => {
    const footOfTotal = async (label: string): Promise<number> => {
      const tax = { label, rate: 21, net_minor: 100, tax_minor: 21, gross_minor: 121 };
      const pdf = await statementPdf(statementContent(statement({ tax, lines: [] }), 'Air', false));
      const feet = pdfStreams(pdf)
        .join('')
        .matchAll(/^1 0 0 1 64 ([\d.]+) Tm$/gm);
      return Math.min(...[...feet].map(([, y]) => Number(y)));
    };
    const lower =
      (await footOfTotal('IVA')) - (await footOfTotal('Impuesto sobre el Valor Añadido (España)'));
    assert.ok(lower > 10, `${lower} points`);
  });

  it('writes an Arabic tax label to the right of its rate, so that it is read first', async () => {
    const tax = { label: 'ضريبة', rate: 5, net_minor: 100, tax_minor: 5, gross_minor: 105 };
    const pdf = await statementPdf(statementContent(statement({ tax, lines: [] }), 'Air', false));
    const first = pdfStreams(pdf)
      .join('')
      .matchAll(/^1 0 0 1 64 [\d.]+ Tm\s\/(F\d+) 11 Tf/gm);
    assert.equal(new Set([...first].map(([, font]) => font)).size, 2, 'no row begins in the Arabic font');
  });

  it('states when it was paid and the seller’s tax number, and in a sandbox that it is no invoice', async () => {
    const tax = { label: 'VAT', rate: 19, net_minor: 100, tax_minor: 19, gross_minor: 119, seller_id: 'DE1' };
    // Near the end of a day and of a month, UTC.
    const given = statement({
      closed_at: '2026-12-01T00:00:00.000Z',
      paid_at: '2026-12-31T23:59:59.000Z',
      tax,
    });
    const [real, tried] = await Promise.all(
      [false, true].map(async (sandbox) =>
        pdfTexts(await statementPdf(statementContent(given, 'Air', sandbox))),
      ),
    );
    assert.equal(real?.[2], 'November 2026 · closed on 1 December 2026 · paid on 31 December 2026 · stm_1');
    assert.equal(after(real ?? [], 'Tax number of the seller'), 'DE1');
    assert.equal(tried?.[3], 'Sandbox: no money was moved. This is not an invoice.');
    assert.deepEqual(tried?.toSpliced(3, 1), real);
  });

  it('states that a statement is open, which has no number', async () => {
    const all = await texts(statement({ id: 'open_KWD', number: null, closed_at: null, state: 'open' }));
    assert.deepEqual(all.slice(1, 3), ['Open statement, KWD', 'November 2026 · not closed yet · open_KWD']);
  });

  it('repeats its column headers on each page, and loses no line', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => ({ ...ORDER, order_id: `ord_${index}` }));
    const given = statement({ orders: 200, refunds: 0, lines });
    const pdf = await statementPdf(statementContent(given, 'Example Air', false));
    const all = pdfTexts(pdf);
    assert.deepEqual(
      all.filter((text) => /^ord_\d+$/.test(text)),
      lines.map(({ order_id }) => order_id),
    );
    const pages = all.filter((text) => text === 'Your reference').length;
    assert.ok(pages > 3);
    const numbered = pdfStreams(pdf).filter((page) => page.includes('/Type /Pagination'));
    assert.equal(numbered.length, pages, 'each page has its number');
  });

  it('has ActualText with its position only for letters that are not drawn as they are spoken', async () => {
    for (const [reference, wanted] of [
      ['Zürich 北海道', 0],
      ['حجز 7', 1],
      ['हिन्दी', 1],
    ] as const) {
      const lines = [{ ...ORDER, reference }];
      const pdf = await statementPdf(statementContent(statement({ refunds: 0, lines }), 'Airline', false));
      const drawn = pdfStreams(pdf).join('');
      assert.equal(drawn.match(/ActualText/g)?.length ?? 0, wanted);
      // Readers look for the text's position in the coordinates and the font that are set at its end.
      assert.equal(drawn.match(/ 841\.89 cm\s\/F\d+ 8 Tf\sEMC/g)?.length ?? 0, wanted);
    }
  });

  it('prints a wide identifier on one line, and a long type on two', async () => {
    const pagesOf = async (line: Partial<StatementLine>): Promise<number> => {
      const lines = Array.from({ length: 100 }, () => ({ ...ORDER, ...line }));
      const pdf = await statementPdf(
        statementContent(statement({ orders: 100, refunds: 0, lines }), 'Example Air', false),
      );
      return (
        Buffer.from(pdf)
          .toString('latin1')
          .match(/\/Type \/Page\b/g)?.length ?? 0
      );
    };
    assert.equal(
      await pagesOf({ order_id: 'ord_01M8DFHRFWCY0W0GGX2MVDYN6T' }),
      await pagesOf({ order_id: 'ord_1' }),
    );
    const twoLines = await pagesOf({ refund_id: 'rfd_01M8DFHRFWCY0W0GGX2MVDYN6T' });
    assert.equal(await pagesOf({ product: 'aviation_fuel' }), twoLines);
  });

  it('is made even if a reference has marks or letters at which a font fails', async () => {
    for (const reference of ['حجز \u064e7', '\u06a5', '\u06dd'])
      assert.ok(
        (await texts(statement({ refunds: 0, lines: [{ ...ORDER, reference }] }))).includes(reference),
      );
  });

  it('names the CSV instead of more than 2000 lines, and keeps its totals', async () => {
    const lines = Array.from({ length: LINES_TO_READ }, () => ORDER);
    const most = statementContent(statement({ lines: lines.slice(1) }), 'Example Air', false);
    assert.equal(most.statement.lines.length, 2000);
    const all = await texts(statement({ orders: lines.length - 1, refunds: 1, lines }));
    assert.match(all.at(-1) ?? '', /2001 lines.*\/offset-gateway\/statements\/stm_1\.csv/);
    assert.equal(after(all, 'Total'), '12.300 KWD');
  });
});
