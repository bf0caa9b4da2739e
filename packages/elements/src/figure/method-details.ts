import { html, type TemplateResult } from 'lit';
import type { CheckoutMessages } from '../messages/checkout/checkout-messages.ts';
import { fill } from '../messages/fill.ts';
import { link } from './link.ts';
import type { View } from './view.ts';

/** How the emissions were estimated and what the figure excludes; lines without data are left out. */
export function methodDetails(
  { t, quote, showFigures, mass }: View,
  { contrails: risks }: Pick<CheckoutMessages, 'contrails'>,
): TemplateResult[] {
  const { method, range, comparison, contrails } = quote;
  return [
    // Not checked with the quote: most travellers never open the details.
    method && link(`${method.name} ${method.version ?? ''}`, method.url),
    method?.note,
    showFigures && range && fill(t.range, { low: mass(range.low), high: mass(range.high) }),
    comparison?.method,
    // Disclosed only: a line that only some quotes have would shift the layout.
    showFigures && contrails && link(`${risks[contrails.risk]}: ${contrails.method}`, contrails.url),
  ].flatMap((line) => (line ? html`<p class="note">${line}</p>` : []));
}
