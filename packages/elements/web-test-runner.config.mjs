import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { launcher } from './scripts/launcher.ts';
import { plainReporter } from './scripts/plain-reporter.ts';

export default {
  files: 'src/**/*.test.ts',
  // The root of the monorepo: packages are served from its store.
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  nodeResolve: { exportConditions: ['source', 'production'] },
  // A fixed target: otherwise some syntax is left as it is.
  plugins: [esbuildPlugin({ ts: true, target: 'es2022' })],
  browsers: [await launcher(process.env.BROWSER)],
  // Chromium alone runs pages side by side as if each were in front; elsewhere a test may need the focus.
  concurrency: process.env.BROWSER === undefined ? 2 : 1,
  // No test is timed: a wait ends with its condition, and these limits only keep a run from hanging.
  testFramework: { config: { timeout: 120_000 } },
  browserStartTimeout: 120_000,
  testsStartTimeout: 120_000,
  testsFinishTimeout: 600_000,
  reporters: [plainReporter()],
};
