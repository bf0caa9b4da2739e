import { html, type TemplateResult } from 'lit';
import { fill } from '../messages/fill.ts';
import type { MethodMessages } from '../messages/method/method-messages.ts';
import { comparisonText } from './comparison.ts';
import type { View } from './view.ts';

/** Keeps room for the scale while the quote is loading, so that no mark or label moves visibly. */
export const scaleSkeleton = (): TemplateResult => html`<div part="scale">
  <p class="skeleton"><b>&nbsp;</b></p>
  <div class="track"></div>
  <p class="skeleton note">&nbsp;</p>
  <p class="skeleton note">&nbsp;</p>
  <p class="skeleton">&nbsp;</p>
</div>`;

/**
 * Draws the figure (thick mark) within its likely range (band) and beside the typical one (thin mark), each label at
 * its mark. The picture and the figure's label are hidden from screen readers, as the figure is read above; the other
 * labels describe the rest.
 */
export function scale(view: View, t: Partial<MethodMessages>): TemplateResult | undefined {
  const { quote, mass } = view;
  const { showFigures, range, comparison, gramsPerPassenger: here } = quote;
  const compared = comparisonText(view, t);
  if (!showFigures || !(range || compared)) return;
  const usual = compared ? comparison!.typicalGramsPerPassenger : here;
  const { low = here, high = here } = range ?? {};
  const least = Math.min(low, usual, here);
  const most = Math.max(high, usual, here);
  // A fifth stays free at each end, so that no mark sits on an edge.
  const place = (grams: number): number => 20 + (60 * (grams - least)) / (most - least || 1);
  const start = (grams: number): string => `inset-inline-start:${place(grams)}%`;
  // A label begins at its mark, or ends at it in the second half: it has at least half of the width.
  const at = (grams: number): string =>
    place(grams) < 50
      ? `margin-inline-start:${place(grams)}%`
      : `margin-inline-end:${100 - place(grams)}%;text-align:end`;
  // Styles are set as properties, which no content security policy forbids.
  return html`<div part="scale">
    <p aria-hidden="true" .style=${at(here)}><b .textContent=${mass(here)}></b></p>
    <div aria-hidden="true" class="track">
      <i class="band" .style=${`${start(low)};width:${place(high) - place(low)}%`}></i>
      <i class="usual" .style=${start(usual)}></i>
      <i class="here" .style=${start(here)}></i>
    </div>
    ${
      range && t.band
        ? html`<p class="note" .style=${at(low)} .textContent=${fill(t.band, { low: mass(low), high: mass(high) }).join('')}></p>`
        : ''
    }
    ${
      compared
        ? html`<p class="note" .style=${at(usual)} .textContent=${fill(t.typicalMass!, { mass: mass(usual) }).join('')}></p>
            <p class="soft" .textContent=${compared}></p>`
        : ''
    }
  </div>`;
}
