import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Row, readRows } from './read-rows.ts';

async function read(text: string): Promise<(readonly [line: number, row: Row])[]> {
  const fault = (message: string): Error => new Error(message);
  const found: (readonly [number, Row])[] = [];
  const rows = readRows(
    (async function* () {
      yield text;
    })(),
    { columns: ['id', 'amount'], what: 'a report', fault },
  );
  for await (const { row, line } of rows) found.push([line, row]);
  return found;
}

it('reads a file saved by a spreadsheet without its byte order mark, empty lines and spaces around cells', async () => {
  assert.deepEqual(await read('\ufeffid,amount\r\n\r\na, 1.50 \r\n\r\n" b ",2\r\n'), [
    [3, { id: 'a', amount: '1.50' }],
    [5, { id: ' b ', amount: '2' }],
  ]);
});

it('drops a byte order mark before a quoted name', async () => {
  assert.deepEqual(await read('\ufeff"id","amount"\r\n"a","1"\r\n'), [[2, { id: 'a', amount: '1' }]]);
});

it('finds columns by name in any order, and keeps further columns', async () => {
  assert.deepEqual(await read('amount,more,id\n1,x,a\n'), [[2, { id: 'a', amount: '1', more: 'x' }]]);
});

const WITH_COMMAS = 'export the file with commas between the columns';
const QUOTE = 'line 1: a quote within the name of a column';
const EXCEL = 'its first line, sep=, is a note for Excel; remove it';

for (const [what, text, message] of [
  ['another separator', 'id;amount\n', `semicolons separate the columns; ${WITH_COMMAS}`],
  ['another separator beside a comma', 'id;amount;a,b\n', `semicolons separate the columns; ${WITH_COMMAS}`],
  ['another separator of names in quotes', '"id";"amount"\n', `${QUOTE}; ${WITH_COMMAS}`],
  ['another separator of some names in quotes', 'id;"amount"\n', `${QUOTE}; ${WITH_COMMAS}`],
  ['tabs', 'id\tamount\n', `tabs separate the columns; ${WITH_COMMAS}`],
  ['tabs between names in quotes', '"id"\t"amount"\n', `${QUOTE}; ${WITH_COMMAS}`],
  ["Excel's note of the separator", 'sep=,\nid,amount\n', EXCEL],
  ["Excel's note in quotes", '\ufeff"SEP=,"\r\nid,amount\r\n', EXCEL],
  [
    "Excel's note of another separator",
    'sep=;\nid;amount\n',
    `semicolons separate the columns; ${WITH_COMMAS}`,
  ],
  ['a missing column', 'id,more\n', 'this is not a report: it lacks the columns amount'],
  ['UTF-16 without a mark', 'i\0d\0,\0', 'this is not text in UTF-8; export the file as CSV, in UTF-8'],
  ['a workbook', 'PK\x03\x04\ufffd\t\n', 'this is not text in UTF-8; export the file as CSV, in UTF-8'],
  ['one column alone', 'id\n', 'this is not a report: it lacks the columns amount'],
] as const)
  it(`${what} is refused`, () => assert.rejects(read(text), { message }));

it('refuses a line with too few cells, by its number', () =>
  assert.rejects(read('id,amount\na,1\nb\n'), /^Error: line 3: /));
