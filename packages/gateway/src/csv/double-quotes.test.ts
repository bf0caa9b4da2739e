import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { doubleQuotes } from './double-quotes.ts';

/** The output for a file that arrives in pieces of `size` bytes. */
async function doubled(file: string, size: number): Promise<string> {
  const bytes = Buffer.from(file);
  const pieces = (async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  })();
  const read: Uint8Array[] = [];
  for await (const piece of doubleQuotes(pieces)) read.push(piece);
  return Buffer.concat(read).toString();
}

/** Rows as the exporter writes them, with the empty cell that it adds to each. */
const exported = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map((cell) => `"${cell}",`).join('')}\r\n`).join('');

it('doubles quotes within a cell, wherever a chunk of the file ends', async () => {
  const rows = [
    ['id', 'why'],
    ['1', '"For "X, Inc.", and others"'],
    ['', '"'],
    ['2', 'línea\r\ndos, "y más'],
  ];
  for (const mark of ['', '\ufeff'])
    for (const size of [1, 2, 3, 7, 1000])
      assert.deepEqual(
        parse(await doubled(mark + exported(rows), size), { bom: true }),
        rows.map((cells) => [...cells, '']),
      );
});

for (const [how, file] of [
  ['quotes where they are needed', 'id,why\r\n1,"For ""X"", Inc."\r\n2,"a "",""b"\r\n'],
  ['texts in quotes and numbers without', '"id","why"\r\n1,"For ""X"", Inc."\r\n"2",3\r\n'],
  ['no end of its first row', '"a","b'],
] as const)
  it(`leaves a file that another program saved unchanged: ${how}`, async () => {
    for (const size of [1, 5, 1000]) assert.equal(await doubled(file, size), file);
  });

it('reads every cell that does not look like two cells or the end of a row', async () => {
  const cell = fc
    .array(fc.constantFrom('"', ',', 'a', ' ', 'é', '\n'), { maxLength: 8 })
    .map((signs) => signs.join(''))
    .filter((text) => !/"\n|",(?:["\n]|$)/.test(text));
  const cells = fc.array(cell, { minLength: 3, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(cells, { minLength: 1 }),
      fc.integer({ min: 1, max: 9 }),
      async (data, size) => {
        const rows = [['id', 'why', 'more'], ...data];
        assert.deepEqual(
          parse(await doubled(exported(rows), size)),
          rows.map((one) => [...one, '']),
        );
      },
    ),
  );
});
