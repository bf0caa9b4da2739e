import type { TestEvent } from 'node:test/reporters';

/** A reporter of node:test which writes one line of JSON with the counts of the whole run. */
export default async function* countReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    // The summary of the run is the one that belongs to no file.
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue;
    const { passed, skipped, todo, tests } = event.data.counts;
    yield `${JSON.stringify({ passed, skipped: skipped + todo, failed: tests - passed - skipped - todo })}\n`;
  }
}
