import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { CHROMIUM_ARGS } from './chromium.ts';
import { npmChromium } from './npm-chromium.ts';

const path = await npmChromium();
const skip = path === undefined && 'the Chromium of npm does not run here';

test('Chromium from npm runs with its own libraries and font', { skip }, async () => {
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
    const file = await readFile(join(folder, 'fonts/fonts/Open_Sans/OpenSans-Regular.ttf'), 'base64');
    const widths = await page.evaluate(async (font) => {
      document.fonts.add(await new FontFace('Brought', `url(data:font/ttf;base64,${font})`).load());
      return ['Brought', 'Open Sans'].map((family) => {
        const text = Object.assign(document.createElement('span'), { textContent: 'figure' });
        text.style.font = `400px '${family}', monospace`;
        document.body.append(text);
        return text.offsetWidth;
      });
    }, file);
    assert.equal(widths[1], widths[0]);
  } finally {
    await server.close();
  }
});
