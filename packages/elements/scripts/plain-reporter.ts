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

function errorsAndLogs({ testFile, errors, logs }: TestSession): string[] {
  return [
    ...errors.map(({ message, stack }) => `✗ ${testFile}\n${message}\n${stack}`),
    ...logs.map((log) => `  log of ${testFile}: ${log.map(String).join(' ')}`),
  ];
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
        const isBroken = !session.passed && f === 0;
        if (isBroken) failed++;
        if (isBroken || f > 0) out.push(...errorsAndLogs(session));
      }
      for (const line of out) console.log(line);
      console.log(`${passed} passed, ${failed} failed`);
    },
  };
}
