import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../cli.ts', import.meta.url));

/** Path of the gateway's bundle, if one was built for all test files of a run. */
const { TEST_GATEWAY_CLI: BUNDLE } = process.env;

/**
 * First arguments of a Node that runs a command of the gateway in its own process: the bundle, which starts in half the
 * processor time, if the tests of the whole repository run; otherwise the sources, so that one test file needs no
 * build.
 */
export const GATEWAY_COMMAND: readonly string[] =
  BUNDLE === undefined ? ['--conditions=source', SOURCES] : [BUNDLE];
