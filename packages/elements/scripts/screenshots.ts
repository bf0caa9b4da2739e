/**
 * Takes a screenshot of every state of every element in every variant, in `screenshots/`:
 * `pnpm --filter @flight-offset/elements screenshots [variant …]`.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { ROOT } from './bundler.ts';
import { gallery, VARIANTS } from './gallery.ts';

const folder = `${ROOT}screenshots`;
const wanted = process.argv.slice(2).filter((name) => name in VARIANTS);

await gallery(wanted.length > 0 ? wanted : Object.keys(VARIANTS), async (page, name) => {
  rmSync(`${folder}/${name}`, { recursive: true, force: true });
  mkdirSync(`${folder}/${name}`, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  const figures = await page.locator('figure').all();
  for (const figure of figures)
    await figure.screenshot({ path: `${folder}/${name}/${await figure.getAttribute('id')}.png` });
  console.log(`${name}: ${figures.length} pictures`);
});
