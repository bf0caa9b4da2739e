import type { TestEvent } from 'node:test/reporters';

type Summary = Extract<TestEvent, { type: 'test:summary' }>['data'];

/** A reporter of node:test which writes one line of JSON with the counts of the whole run. */
export default async function* countReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let whole: Summary | undefined;
  // Each file in a process of its own has a summary; that of the whole run comes last.
  for await (const event of events) if (event.type === 'test:summary') whole = event.data;
  if (!whole) return;
  const { passed, skipped, todo, tests } = whole.counts;
  yield `${JSON.stringify({ passed, skipped: skipped + todo, failed: tests - passed - skipped - todo })}\n`;
}
