/**
 * `pnpm test:browsers [chromium|firefox|webkit]…`: the tests of the elements and the walk to a paid order in each
 * browser. Ends with one line `N passed, N failed`. Exit code 2 where a browser is not installed.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { MissingBrowserError } from './missing-browser.ts';
import { BROWSERS, type BrowserName, openPage } from './open-page.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ELEMENTS = ['--filter', '@flight-offset/elements', 'run', 'test:browser'];
const WALK = ['exec', 'node', '--conditions=source', '--test', 'scripts/browsers/walk.test.ts'];

function run(args: readonly string[], browser: BrowserName): Promise<{ code: number; text: string }> {
  return new Promise((resolve, reject) => {
    // By default the tests use Chromium.
    const env = { ...process.env, BROWSER: browser === 'chromium' ? undefined : browser };
    const child = spawn('pnpm', args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      output += chunk;
    });
    child.on('error', reject);
    child.on('exit', (code) => resolve({ code: code ?? 1, text: stripVTControlCharacters(output) }));
  });
}

function last(text: string, pattern: RegExp): number {
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
const built = await run(['build'], 'chromium');
if (built.code !== 0) process.exit(1);
for (const browser of named) {
  const elements = await run(ELEMENTS, browser);
  const walk = await run(WALK, browser);
  passed += last(elements.text, /^(\d+) passed/gm) + last(walk.text, /^ℹ pass (\d+)/gm);
  const failures = last(elements.text, /passed, (\d+) failed/gm) + last(walk.text, /^ℹ fail (\d+)/gm);
  failed += Math.max(failures, elements.code + walk.code === 0 ? 0 : 1);
}
console.log(`\n${versions.join(', ')}\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
