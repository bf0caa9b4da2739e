import type { Reporter, TestSession, TestSuiteResult } from '@web/test-runner';

/** Counts the tests of one file, those of nested suites included. */
function count(suite: TestSuiteResult | undefined, session: TestSession, out: string[]): [number, number] {
  let passed = 0;
  let failed = 0;
  for (const test of suite?.tests ?? []) {
    if (test.skipped) continue;
    if (test.passed) passed++;
    else {
      failed++;
      out.push(
        `✗ ${session.testFile}: ${test.name}\n${test.error?.message ?? ''}\n${test.error?.stack ?? ''}`,
      );
    }
  }
  for (const inner of suite?.suites ?? []) {
    const [p, f] = count(inner, session, out);
    passed += p;
    failed += f;
  }
  return [passed, failed];
}

/** Prints the failures, then `N passed, N failed` as the last line; a file that does not load counts as failed. */
export function plainReporter(): Reporter {
  return {
    onTestRunFinished({ sessions }) {
      const out: string[] = [];
      let passed = 0;
      let failed = 0;
      for (const session of sessions) {
        const [p, f] = count(session.testResults, session, out);
        passed += p;
        failed += f;
        const broken = !session.passed && f === 0;
        if (broken) failed++;
        if (broken || f > 0) {
          for (const error of session.errors)
            out.push(`✗ ${session.testFile}\n${error.message}\n${error.stack}`);
          for (const log of session.logs)
            out.push(`  log of ${session.testFile}: ${log.map(String).join(' ')}`);
        }
      }
      for (const line of out) console.log(line);
      console.log(`${passed} passed, ${failed} failed`);
    },
  };
}
