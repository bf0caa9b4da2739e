import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/chromium.ts';
import { plainReporter } from './scripts/plain-reporter.ts';

export default {
  files: 'src/**/*.test.ts',
  // The root of the monorepo: packages are served from its store.
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  nodeResolve: { exportConditions: ['source', 'production'] },
  // A fixed target: otherwise some syntax is left as it is.
  plugins: [esbuildPlugin({ ts: true, target: 'es2022' })],
  browsers: [
    playwrightLauncher({ launchOptions: { executablePath: await chromiumPath(), args: CHROMIUM_ARGS } }),
  ],
  concurrency: 2,
  // No test is timed: a wait ends with its condition, and these limits only keep a run from hanging.
  testFramework: { config: { timeout: 120_000 } },
  browserStartTimeout: 120_000,
  testsStartTimeout: 120_000,
  testsFinishTimeout: 600_000,
  reporters: [plainReporter()],
};
