import { html, type TemplateResult } from 'lit';
import { fill } from '../messages/fill.ts';
import type { View } from './view.ts';

/** The figure within its likely range (band) and beside the typical one (thin tick); the text below is equivalent. */
export function scale({ t, quote, showFigures, mass }: View): TemplateResult | undefined {
  const { range, comparison, gramsPerPassenger: here } = quote;
  if (!showFigures || !(range || comparison)) return;
  const usual = comparison?.typicalGramsPerPassenger ?? here;
  const { low, high } = range ?? { low: here, high: here };
  const least = Math.min(low, usual, here);
  const most = Math.max(high, usual, here);
  // A fifth stays free at each end, so that no mark sits on an edge.
  const place = (grams: number): number => 20 + (60 * (grams - least)) / (most - least || 1);
  return html`<div part="scale">
    <svg aria-hidden="true">
      <rect width="100%" />
      <g class="skeleton">
        <rect class="band" width="${place(high) - place(low)}%" x="${place(low)}%" />
        <rect class="usual" x="${place(usual)}%" />
        <rect class="here" x="${place(here)}%" />
      </g>
    </svg>
    <p class="skeleton note row">
      ${
        comparison
          ? html`<span>${t[comparison.level]}</span><span>${fill(t.typicalMass, { mass: mass(usual) })}</span>`
          : fill(t.range, { low: mass(low), high: mass(high) })
      }
    </p>
  </div>`;
}
