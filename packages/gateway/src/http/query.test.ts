import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as z from 'zod';
import { parseQuery } from './query.ts';

const schema = z.object({ a: z.enum(['b']).optional() });
const read = (query: string): unknown => parseQuery(schema, `http://gateway.example/?${query}`);

it('ignores unknown parameters, whatever their names', () => {
  assert.deepEqual(read('a=b&constructor=1&__proto__=2&toString=3'), { a: 'b' });
});

it('names a parameter that is repeated or invalid', () => {
  for (const query of ['a=b&a=b', 'x=1&x=2', 'a=c', 'x=%00'])
    assert.throws(() => read(query), { code: 40003, message: /^[ax]:? / }, query);
});
