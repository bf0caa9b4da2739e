import assert from 'node:assert/strict';
import { it } from 'node:test';
import { table } from './table.ts';

interface Row {
  readonly id: string;
  readonly note: string;
}

const COLUMNS = [
  { name: 'Id', cell: ({ id }: Row) => id },
  { name: 'Note', cell: ({ note }: Row) => note },
];

it('omits a column that is empty in every row', async () => {
  const rows = [
    { id: 'a', note: '' },
    { id: 'b', note: '' },
  ];
  assert.doesNotMatch(String(await table('Things', COLUMNS, rows)), /Note/);
  const noted = String(await table('Things', COLUMNS, [...rows, { id: 'c', note: 'late' }]));
  assert.equal(
    noted.match(/<td[^>]* data-column="Note"/g)?.length,
    3,
    'every row has a cell in a column that is shown',
  );
});
