import { html, type TemplateResult } from 'lit';
import { fill } from '../messages/fill.ts';
import type { PayingMessages } from '../messages/paying/paying-messages.ts';
import { link } from './link.ts';
import type { View } from './view.ts';

/** How the figure came about and what is not in it; each line only where the backend tells it. */
export function method(
  { t, quote, showFigures, mass }: View,
  { contrails: risks }: Pick<PayingMessages, 'contrails'>,
): TemplateResult[] {
  const { method, range, comparison, contrails } = quote;
  return [
    link(`${method.name} ${method.version ?? ''}`, method.url),
    method.note,
    showFigures && range && fill(t.between, { low: mass(range.low), high: mass(range.high) }),
    comparison?.method,
    // Here, and not in sight: a line that only some answers have would move what is below it.
    showFigures && contrails && link(`${risks[contrails.risk]}: ${contrails.method}`, contrails.url),
  ].flatMap((line) => (line ? html`<p class="note">${line}</p>` : []));
}
