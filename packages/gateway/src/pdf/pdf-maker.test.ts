import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { StatementWithLines } from '@flight-offset/core';
import { startGateway } from '../gateway.ts';
import { callerOf } from '../testing/caller.ts';
import { captureFaultLines } from '../testing/fault-lines.ts';
import { receipt } from '../testing/receipt.ts';
import { until } from '../testing/until.ts';
import type { PdfContent } from './pdf-content.ts';
import { createPdfMaker } from './pdf-maker.ts';
import { createPdfThread, type PdfThread } from './pdf-thread.ts';

const { signal } = new AbortController();

/** Creates a thread whose work ends when the test ends it. */
function handThread(): PdfThread & { readonly requested: string[]; finish(error?: Error): Promise<void> } {
  const requested: string[] = [];
  const open: PromiseWithResolvers<Uint8Array>[] = [];
  return {
    requested,
    run(content) {
      if (content.kind === 'receipt') requested.push(content.view.order.id);
      const work = Promise.withResolvers<Uint8Array>();
      open.push(work);
      return work.promise;
    },
    async finish(error) {
      const work = open.shift();
      if (error) work?.reject(error);
      else work?.resolve(new TextEncoder().encode(requested.at(-1)));
      await setImmediate();
    },
  };
}

function receiptOf(name: string, id: string): PdfContent {
  const content = receipt(id);
  return { ...content, view: { ...content.view, merchant: { ...content.view.merchant, name } } };
}

describe('PDF files', () => {
  it('are made in a thread: the process goes on with other work meanwhile', async () => {
    const maker = createPdfMaker();
    let underWay = true;
    const all = Promise.all(['1', '2', '3'].map((id) => maker.make(receipt(id), signal))).finally(() => {
      underWay = false;
    });
    let turns = 0;
    while (underWay) {
      await setImmediate();
      turns += 1;
    }
    for (const pdf of await all) assert.equal(Buffer.from(pdf.subarray(0, 5)).toString(), '%PDF-');
    // Made in the process itself, three receipts leave it about a hundred turns of its event loop.
    assert.ok(turns > 1000, `${turns} turns`);
  });

  it('are made once for requests at the same time, and kept for later ones', async () => {
    const thread = handThread();
    const maker = createPdfMaker({ thread });
    const both = [maker.make(receipt('1'), signal), maker.make(receipt('1'), signal)];
    await setImmediate();
    await thread.finish();
    const [first, second] = await Promise.all(both);
    assert.equal(first, second);
    assert.equal(await maker.make(receipt('1'), signal), first);
    assert.deepEqual(thread.requested, ['ord_1']);
  });

  it('are kept up to a limit, the most recently requested', async () => {
    const thread = handThread();
    const maker = createPdfMaker({ thread, maxKept: 2 });
    const ask = async (id: string): Promise<void> => {
      const before = thread.requested.length;
      const pdf = maker.make(receipt(id), signal);
      await setImmediate();
      if (thread.requested.length > before) await thread.finish();
      await pdf;
    };
    for (const id of ['1', '2', '1', '3', '1', '2']) await ask(id);
    assert.deepEqual(thread.requested, ['ord_1', 'ord_2', 'ord_3', 'ord_2']);
  });

  it('whose callers have all left are not made, and free their place in the queue', async () => {
    const thread = handThread();
    const maker = createPdfMaker({ thread, maxWaiting: 1 });
    const first = maker.make(receipt('1'), signal);
    const leaving = new AbortController();
    const gone = maker.make(receipt('2'), leaving.signal);
    await setImmediate();
    await assert.rejects(maker.make(receipt('3'), signal), { code: 50302 });
    leaving.abort('the reason of an HTTP server is a text');
    await assert.rejects(gone, { name: 'AbortError' });
    await assert.rejects(maker.make(receipt('2'), leaving.signal), { name: 'AbortError' });
    const third = maker.make(receipt('3'), signal);
    await thread.finish();
    await thread.finish();
    await Promise.all([first, third]);
    assert.deepEqual(thread.requested, ['ord_1', 'ord_3']);
  });

  it('wait in a queue of at most fifty', async () => {
    const maker = createPdfMaker({ thread: handThread() });
    for (let n = 0; n <= 50; n += 1) void maker.make(receiptOf(`Air ${n % 3}`, `${n}`), signal);
    const refused = maker.make(receiptOf('Air 3', '51'), signal).catch(({ code }) => code);
    assert.equal(await Promise.race([refused, setImmediate('it waits')]), 50302);
  });

  it('of one order in every locale leave room for other orders', async () => {
    const thread = handThread();
    const maker = createPdfMaker({ thread });
    const inRegion = (region: number): PdfContent =>
      ({ ...receipt('1'), locale: { language: 'en', tag: `en-${100 + region}` } }) as PdfContent;
    const greedy = Array.from({ length: 60 }, (_, region) => maker.make(inRegion(region), signal));
    const outcomes = Promise.allSettled(greedy);
    const other = maker.make(receipt('2'), signal);
    for (let made = 0; made < 7; made += 1) {
      await setImmediate();
      await thread.finish();
    }
    await other;
    const refused = (await outcomes).filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 54, 'one is being made, and five wait');
    assert.deepEqual(thread.requested.toSorted(), [...Array<string>(6).fill('ord_1'), 'ord_2']);
  });

  it('of one merchant leave room and turns for other merchants', async () => {
    const thread = handThread();
    const maker = createPdfMaker({ thread, maxWaiting: 8 });
    const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'c1', 'b2'];
    const outcomes = Promise.allSettled(names.map((id) => maker.make(receiptOf(id.charAt(0), id), signal)));
    for (let made = 0; made < names.length; made += 1) {
      await setImmediate();
      await thread.finish();
    }
    const refused = (await outcomes).map(({ status }, index) => (status === 'rejected' ? names[index] : ''));
    assert.equal(refused.join(''), 'a6', 'one is being made, and four wait');
    assert.equal(thread.requested.join(' '), 'ord_a1 ord_b1 ord_c1 ord_a2 ord_b2 ord_a3 ord_a4 ord_a5');
  });

  it('a receipt does not wait for a statement, which takes many times as long', async () => {
    const thread = handThread();
    const maker = createPdfMaker({ thread });
    const statement = { id: 'stm_1' } as StatementWithLines;
    const long = maker.make({ kind: 'statement', statement, merchantName: 'Air', sandbox: false }, signal);
    const short = maker.make(receipt('1'), signal);
    assert.deepEqual(thread.requested, ['ord_1']);
    await thread.finish();
    await thread.finish();
    await Promise.all([long, short]);
  });

  it('a client that disconnects is counted in the metrics, and logged as no fault', async () => {
    const lines = captureFaultLines();
    const gateway = await startGateway({ log: lines.log });
    const caller = callerOf(gateway.url);
    const { order_id, payment_url } = (await caller.post('/offset-gateway/orders', { emission_amount: 1 }))
      .json;
    await caller.post(`/sandbox/orders/${order_id}/payment`, { outcome: 'completed' });
    const { port, pathname } = new URL(payment_url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET ${pathname}/receipt.pdf HTTP/1.1\r\nhost: gateway.example\r\n\r\n`, () =>
      socket.destroy(),
    );
    await until(async () => {
      const { text } = await caller.raw('/metrics');
      return /route="\/pay\/:token\/receipt\.pdf",status="400"/.test(text);
    });
    await gateway.close();
    assert.deepEqual(lines.messages(), []);
  });

  it('a file that fails fails alone', async () => {
    const thread = handThread();
    const maker = createPdfMaker({ thread });
    const first = maker.make(receipt('1'), signal);
    const second = maker.make(receipt('2'), signal);
    const failed = assert.rejects(first, /out of ink/);
    await setImmediate();
    await thread.finish(new Error('out of ink'));
    await failed;
    await thread.finish();
    await second;
  });

  it('a thread that fails to make a file makes the next', async () => {
    const thread = createPdfThread();
    await assert.rejects(thread.run({ kind: 'receipt' } as PdfContent), /could not be made/);
    assert.ok((await thread.run(receipt('1'))).length > 1000);
  });

  it('a file requested as its idle thread ends is made by another thread', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const thread = createPdfThread();
    await thread.run(receipt('1'));
    mock.timers.tick(60_000);
    assert.ok((await thread.run(receipt('2'))).length > 1000);
  });
});
