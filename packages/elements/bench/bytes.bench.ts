import type { Measure } from '../../../scripts/measure.ts';
import { bundle } from '../scripts/bundler.ts';
import { brotli, measure } from '../scripts/measure.ts';

const SHOELACE = '@shoelace-style/shoelace/dist/components';
const WEB_AWESOME = '@awesome.me/webawesome/dist/components';

/** Code of peers that does less: each bundled and minified the same way. */
const PEERS: Readonly<Record<string, string>> = {
  'Shoelace: a button and a card': `import '${SHOELACE}/button/button.js'; import '${SHOELACE}/card/card.js';`,
  'Web Awesome: a button and a card': `import '${WEB_AWESOME}/button/button.js'; import '${WEB_AWESOME}/card/card.js';`,
  'Adyen: the checkout without a payment method': `export { AdyenCheckout } from '@adyen/adyen-web';`,
  'Lit and Task alone': `export * from 'lit'; export * from '@lit/task';`,
};

/** Measures the bytes that a page loads, brotli 11, against the budget and against peers. */
export async function bench(): Promise<readonly Measure[]> {
  const sizes = await measure();
  const cdn = sizes.cdn ?? Number.NaN;
  const measures: Measure[] = [
    { name: 'widget without a bundler, Lit included', value: cdn, unit: 'bytes', bar: { atMost: 11_000 } },
    {
      name: 'widget, Lit from the page',
      value: sizes.npm ?? Number.NaN,
      unit: 'bytes',
      bar: { atMost: 5000 },
    },
    {
      name: 'what follows the tick',
      value: sizes.pay ?? Number.NaN,
      unit: 'bytes',
      bar: { atMost: 1750 },
    },
    {
      name: 'state of an order, on top',
      value: sizes.status ?? Number.NaN,
      unit: 'bytes',
      bar: { atMost: 1500 },
    },
    {
      name: 'the largest of the further languages',
      value: Math.max(...Object.entries(sizes).flatMap(([name, size]) => (name.includes('-') ? [size] : []))),
      unit: 'bytes',
      bar: { atMost: 700 },
    },
  ];
  for (const [name, source] of Object.entries(PEERS)) {
    const bytes = brotli(await bundle(source));
    measures.push({ name, value: bytes, unit: 'bytes' });
    measures.push({ name: `the widget without a bundler, of ${name}`, value: cdn / bytes, unit: '×' });
  }
  return measures;
}
