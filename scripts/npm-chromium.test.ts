import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { CHROMIUM_ARGS } from './chromium.ts';
import { npmChromium } from './npm-chromium.ts';

const path = await npmChromium();
const skip = path === undefined && 'the Chromium of npm does not run here';

test('the Chromium of npm runs with the libraries and the font that came with it', { skip }, async () => {
  const folder = dirname(path ?? '');
  const server = await chromium.launchServer({
    executablePath: join(folder, 'chromium-with-libraries'),
    args: CHROMIUM_ARGS,
    // However busy the machine is.
    timeout: 0,
  });
  try {
    const maps = await readFile(`/proc/${server.process().pid}/maps`, 'utf8');
    assert.ok(maps.includes(`${folder}/al2023/lib/libnss3.so`), maps);
    const browser = await chromium.connect(server.wsEndpoint());
    const page = await browser.newPage();
    const width = (family: string): Promise<number> =>
      page.evaluate((font) => {
        const text = Object.assign(document.createElement('span'), { textContent: 'figure' });
        text.style.font = font;
        document.body.append(text);
        return text.offsetWidth;
      }, `40px ${family}`);
    assert.notEqual(await width("'Open Sans', monospace"), await width('monospace'));
  } finally {
    await server.close();
  }
});
