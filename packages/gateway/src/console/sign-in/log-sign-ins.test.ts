import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { pino } from 'pino';
import { startGateway } from '../../gateway.ts';
import { consoleVisitor, sandboxVisitor } from '../../testing/console-visitor.ts';

it('logs sign-ins, sign-outs and refusals by identifiers only', async () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const gateway = await startGateway({ log });
  const operator = await sandboxVisitor(gateway.url);
  const invited = { name: 'Ana Lopez', email: 'ana@air.example', role: 'operator', once: randomUUID() };
  const { text } = await operator.post('/operators', invited);
  const link = /console(\/sign-in\/link\/[^<]+)</.exec(text)?.[1] ?? '';
  const ana = consoleVisitor(gateway.url);
  for (const status of [303, 422]) assert.equal((await ana.post(link)).status, status);
  await ana.post('/sign-out');
  await gateway.close();

  const events = lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => /console/.test(msg))
    .map(({ time: _time, ...event }) => event);
  const [{ person }] = events.filter(({ by }) => by === 'link');
  assert.deepEqual(events, [
    { level: 30, person: 'sandbox-operator', by: 'sandbox', msg: 'signed in to the console' },
    { level: 30, person, by: 'link', msg: 'signed in to the console' },
    {
      level: 40,
      by: 'link',
      reason: 'This link is invalid, was used, or has expired. Ask for a new one.',
      msg: 'sign-in to the console refused',
    },
    { level: 30, person, msg: 'signed out of the console' },
  ]);
  const [, token = ''] = link.split('.');
  assert.doesNotMatch(lines.join(''), new RegExp(`Ana|Lopez|ana@air|${token}`));
});
