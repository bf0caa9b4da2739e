/** Finds the test files, and groups those that share a process. */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wantedPaths } from './wanted-files.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** All test files except those of elements, which need a browser; folders whose files take long come first. */
const ALL = [
  'scripts/**/*.test.ts',
  'docs/test/**/*.test.ts',
  'examples/*/test/**/*.test.ts',
  'packages/*/test/**/*.test.ts',
  'packages/!(elements)/src/**/*.test.ts',
];
const IN_BROWSER = 'packages/elements/src/**/*.test.ts';

/**
 * Groups of files that load the same modules, which takes more than half of the processor time of tests beside the
 * code; those of the built elements also build them, and those of the built site and of the airline's build it. The
 * files of one entry run one after the other in one process. The gateway's are in seven: those of its rooms, by the
 * rooms' names; those beside the rooms; and of those of the whole gateway the ones with separate processes, with a
 * browser, and the others. The entries that take longest come first; fault injection waits for most of its time.
 */
const TOGETHER = [
  'packages/gateway/test/torture.test.ts',
  'docs/test/{sandbox,static-site}.test.ts',
  'packages/gateway/src/[o-q]*/**/*.test.ts',
  'packages/gateway/src/[r-z]*/**/*.test.ts',
  'packages/gateway/src/[a-n]*/**/*.test.ts',
  'packages/gateway/src/*.test.ts',
  'packages/gateway/test/{backup-*,bytes-*,checker,deploy,helm-*,loaded-*,proxies,rolling-*,sigterm,wrong-*}.test.ts',
  'packages/gateway/test/{console-script,page-faults,pages-accessible,pay-in-browser,session-end}.test.ts',
  'packages/gateway/test/{*-sequences,console-roles,fuzz,monitoring,no-table-scan,restore-and-replay,secrets}.test.ts',
  'packages/emissions/test/*.test.ts',
  'packages/elements/test/*.test.ts',
  'examples/airline-site/test/*.test.ts',
  'docs/test/{payment-providers,readmes,snippets}.test.ts',
  'examples/{merchant-backend,plain-page,react-page,vue-page}/test/*.test.ts',
  'docs/test/{break-names,code-blocks,from-widget-to-figure,gateway-guide,openapi-*,orders-in-page}.test.ts',
  'docs/test/{playground-snippets,reference,retirement-proofs,route-map,text-files,verify-steps,whole-figures,words}.test.ts',
  'packages/server/src/**/*.test.ts',
  'packages/{core,server}/test/*.test.ts',
  'packages/core/src/**/*.test.ts',
  'packages/emissions/src/**/*.test.ts',
  'packages/console/src/**/*.test.ts',
];

/** Files among them that need a separate process, with the reason. */
const ALONE = [
  // Takes longer than all others of its folder.
  'packages/elements/test/gallery.test.ts',
  // Registers another copy of an element.
  'packages/elements/test/react-copies.test.ts',
  // Waits for processes that it starts and kills.
  'packages/server/test/confirm-killed.test.ts',
  // Checks the output and unhandled rejections of the whole process.
  'packages/server/src/adapters/raw-requests.test.ts',
  // Measures the memory of the process.
  'packages/gateway/src/retirements/batch-memory.test.ts',
  // Replaces Request, Response and DNS lookup in the process, as a gateway's own process does.
  'packages/gateway/src/operation/lookups.test.ts',
  // Registers the tracer of the process.
  'packages/gateway/src/tracing/trace.test.ts',
];

/** Test files, each once. */
export interface TestFiles {
  /** Files of node:test, as lists that share a process: the longest first, so that no processor waits at the end. */
  readonly inNode: readonly (readonly string[])[];
  /** Files of elements, which need a browser. */
  readonly inBrowser: readonly string[];
}

/** Finds the test files. @param parts Texts of which a path contains one; if empty, all files match. */
export function findTestFiles(parts: readonly string[] = []): TestFiles {
  const find = (pattern: string): string[] => globSync(pattern, { cwd: ROOT }).toSorted();
  const [inNode, inBrowser] = [ALL.flatMap(find), find(IN_BROWSER)];
  const wanted = new Set(wantedPaths([...inNode, ...inBrowser], parts, 'the test files'));
  const apart = new Set(ALONE);
  const together = TOGETHER.map((pattern) =>
    find(pattern).filter((file) => wanted.has(file) && !apart.has(file)),
  ).filter((files) => files.length > 0);
  const shared = new Set(together.flat());
  // Files that wait for their processes come first: at the end, no other work would remain beside them.
  const alone = [...ALONE, ...inNode.filter((file) => !shared.has(file) && !apart.has(file))];
  return {
    inNode: [...together, ...alone.filter((file) => wanted.has(file)).map((file) => [file])],
    inBrowser: inBrowser.filter((file) => wanted.has(file)),
  };
}
