/**
 * Takes a screenshot of every state of every element, in `screenshots/`, one sheet per look and one picture per state:
 * `pnpm --filter @flight-offset/elements screenshots [look …]`, such as `320-dark`; every look if none is named.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { ROOT } from './bundler.ts';
import { gallery, SHEETS, VARIANTS } from './gallery.ts';

const folder = `${ROOT}screenshots`;
const looks = Object.keys({ ...SHEETS, ...VARIANTS });
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !looks.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown look ${unknown.join(', ')}. Known: ${looks.join(', ')}`);
  process.exit(2);
}

await gallery(wanted.length > 0 ? wanted : looks, async (page, name) => {
  rmSync(`${folder}/${name}`, { recursive: true, force: true });
  mkdirSync(`${folder}/${name}`, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  const figures = await page.locator('figure').all();
  for (const figure of figures)
    await figure.screenshot({ path: `${folder}/${name}/${await figure.getAttribute('id')}.png` });
  console.log(`${name}: ${figures.length} pictures`);
});
