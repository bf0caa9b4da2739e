/** Takes the README's picture of the widget: `node --conditions=source docs/scripts/picture.ts`. */
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../../scripts/chromium.ts';
import { buildSite } from '../test/built-site.ts';
import { startGatewayProcess } from '../test/gateway.ts';
import { serveSite } from '../test/serve-site.ts';

const gateway = await startGatewayProcess();
const docs = await serveSite(await buildSite(), gateway.url);
const browser = await launchBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 1400 }, deviceScaleFactor: 2 });
  await page.goto(`${docs.url}/sandbox/`);
  const widget = page.locator('flight-offset-widget');
  await widget.getByRole('checkbox').waitFor();
  const path = fileURLToPath(new URL('../public/widget.png', import.meta.url));
  await page.locator('.stage').screenshot({ path });
} finally {
  await browser.close();
  await docs.close();
  await gateway.close();
}
