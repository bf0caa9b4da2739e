/**
 * `pnpm test:browsers [chromium|firefox|webkit]…`: runs the tests of the elements and the checkout to a paid order in
 * each browser. Ends with one line `N passed, N failed`. Exit code 2 if a browser is not installed.
 */
import { runCommand } from '../run-command.ts';
import { MissingBrowserError } from './missing-browser.ts';
import { BROWSERS, type BrowserName, openPage } from './open-page.ts';

const ELEMENTS = ['--filter', '@flight-offset/elements', 'run', 'test:browser'];
const WALK = ['exec', 'node', '--conditions=source', '--test', 'scripts/browsers/walk.test.ts'];

/** Runs tests in a browser; they use Chromium by default. */
function testIn(browser: BrowserName, args: readonly string[]): ReturnType<typeof runCommand> {
  return runCommand('pnpm', args, { BROWSER: browser === 'chromium' ? undefined : browser });
}

function lastCount(text: string, pattern: RegExp): number {
  return Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0);
}

const unknown = process.argv.slice(2).filter((name) => !BROWSERS.some((known) => known === name));
if (unknown.length > 0) {
  console.error(`unknown browser ${unknown.join(', ')}; known are ${BROWSERS.join(', ')}`);
  process.exit(2);
}
const named = BROWSERS.filter((name) => process.argv.length === 2 || process.argv.includes(name));
const versions: string[] = [];
for (const name of named) {
  try {
    const page = await openPage(name);
    versions.push(page.browser);
    await page.close();
  } catch (error) {
    if (!(error instanceof MissingBrowserError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

let passed = 0;
let failed = 0;
const built = await runCommand('pnpm', ['build']);
if (built.code !== 0) process.exit(1);
for (const browser of named) {
  const elements = await testIn(browser, ELEMENTS);
  const walk = await testIn(browser, WALK);
  passed += lastCount(elements.output, /^(\d+) passed/gm) + lastCount(walk.output, /^ℹ pass (\d+)/gm);
  const failures =
    lastCount(elements.output, /passed, (\d+) failed/gm) + lastCount(walk.output, /^ℹ fail (\d+)/gm);
  failed += Math.max(failures, elements.code + walk.code === 0 ? 0 : 1);
}
console.log(`\n${versions.join(', ')}\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
