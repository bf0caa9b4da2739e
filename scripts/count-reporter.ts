import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

type Summary = Extract<TestEvent, { type: 'test:summary' }>['data'];

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Result of a process of tests. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** File and name of each test that failed. */
  failures: string[];
}

/** A reporter of node:test that writes one line of JSON with the {@link Counts} of the whole run. */
export default async function* countReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let whole: Summary | undefined;
  const failures: string[] = [];
  for await (const { type, data } of events) {
    // Each file in a separate process has a summary; that of the whole run comes last.
    if (type === 'test:summary') whole = data;
    // A suite fails with the tests in it.
    if (
      type === 'test:fail' &&
      (data.details.error as { failureType?: string }).failureType !== 'subtestsFailed'
    )
      failures.push(`${data.file === undefined ? '' : `${relative(ROOT, data.file)}: `}${data.name}`);
  }
  if (!whole) return;
  const { passed, skipped, todo, tests } = whole.counts;
  const failed = tests - passed - skipped - todo;
  yield `${JSON.stringify({ passed, skipped: skipped + todo, failed, failures } satisfies Counts)}\n`;
}
