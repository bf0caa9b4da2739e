import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { beforeEach, describe, it } from 'node:test';
import { pino } from 'pino';
import { openFaultLog } from './fault-log.ts';

/** Creates a failure as the database's driver raises it. */
function failure(code: string): Error {
  return Object.assign(new Error(`failed with ${code}`), { code });
}

describe('the log of faults', () => {
  let lines: { msg: string; requestId: string; repeated?: number }[];
  beforeEach(() => {
    lines = [];
  });
  const open = (): ReturnType<typeof openFaultLog> =>
    openFaultLog(pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) }));

  it('writes a thousand failures of one cause within a second as two lines, the second with their count', ({
    mock: { timers },
  }) => {
    timers.enable({ apis: ['setTimeout'] });
    const faults = open();
    for (let index = 0; index < 1000; index += 1)
      faults.report({ err: failure('ECONNREFUSED'), requestId: `r${index}` }, 'fault');
    assert.deepEqual(
      lines.map(({ requestId }) => requestId),
      ['r0'],
    );
    timers.tick(1000);
    assert.deepEqual(
      lines.map(({ requestId, repeated }) => [requestId, repeated]),
      [
        ['r0', undefined],
        ['r999', 999],
      ],
    );
  });

  it('the line that ends a second has the trace id of the fault it holds', ({ mock: { timers } }) => {
    timers.enable({ apis: ['setTimeout'] });
    const trace = new AsyncLocalStorage<string>();
    const traces: unknown[] = [];
    const log = pino(
      { mixin: () => ({ trace_id: trace.getStore() }) },
      { write: (line: string) => void traces.push(JSON.parse(line).trace_id) },
    );
    const faults = openFaultLog(log);
    for (const id of ['first', 'second', 'third'])
      trace.run(id, () => faults.report({ err: failure('ECONNREFUSED'), requestId: id }, 'fault'));
    timers.tick(1000);
    assert.deepEqual(traces, ['first', 'third']);
  });

  it('writes a line per second while failures last, and the next one at once after a quiet second', ({
    mock: { timers },
  }) => {
    timers.enable({ apis: ['setTimeout'] });
    const faults = open();
    for (let second = 0; second < 5; second += 1) {
      for (let index = 0; index < 10; index += 1) faults.report({ err: failure('57P03') }, 'fault');
      timers.tick(1000);
    }
    assert.deepEqual(
      lines.map(({ repeated }) => repeated),
      [undefined, 9, 10, 10, 10, 10],
    );
    timers.tick(2000);
    faults.report({ err: failure('57P03') }, 'fault');
    assert.equal(lines.length, 7);
  });

  it('logs nothing once it is closed: an interrupted export then finds the database closed', () => {
    const faults = open();
    faults.report({ err: failure('57P03') }, 'fault');
    faults.close();
    faults.report({ err: new Error('driver has already been destroyed') }, 'fault');
    assert.equal(lines.length, 1);
  });

  it('errors with different codes, messages or types are different causes', () => {
    const faults = open();
    const causes = [
      failure('53300'),
      failure('57014'),
      new Error('timeout expired'),
      new TypeError('x'),
      'x',
    ];
    for (const err of [...causes, ...causes]) faults.report({ err }, 'fault');
    faults.report({ err: failure('53300') }, 'a payment could not be started');
    assert.equal(lines.length, causes.length + 1);
  });

  it('writes its pending count when it is closed', () => {
    const faults = open();
    for (let index = 0; index < 7; index += 1) faults.report({ err: failure('53100') }, 'fault');
    faults.close();
    assert.deepEqual(
      lines.map(({ repeated }) => repeated),
      [undefined, 6],
    );
  });
});
