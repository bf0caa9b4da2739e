import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../cli.ts', import.meta.url));

/** Path of the gateway's bundle, where one was built for all test files of a run. */
const { TEST_GATEWAY_CLI: BUNDLE } = process.env;

/**
 * First arguments of a Node that runs a command of the gateway in a process of its own: as built, where the tests of the
 * whole repository run, since the bundle starts in half the processor time; else from its sources, so that one test file
 * needs no build.
 */
export const GATEWAY_COMMAND: readonly string[] =
  BUNDLE === undefined ? ['--conditions=source', SOURCES] : [BUNDLE];
