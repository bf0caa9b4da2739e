import type { FigureNote, Method } from '@flight-offset/core';
import { html, type TemplateResult } from 'lit';
import { fill } from '../messages/fill.ts';
import type { MethodMessages } from '../messages/method/method-messages.ts';
import { comparisonText } from './comparison.ts';
import { link } from './link.ts';
import type { View } from './view.ts';

/** A note of any code, with the values it has. */
type Note = Pick<FigureNote, 'code'> & {
  readonly gramsPerPassenger?: number;
  readonly methods?: readonly Method[];
};

/** Explains the estimate, and what the figure excludes: one line each. */
export function methodLines({ tag, quote, mass }: View, messages: Partial<MethodMessages>): TemplateResult[] {
  // Not checked with the quote: most travellers never open the details.
  const { showFigures, method, comparison, contrails } = quote;
  const named = ({ code, name, version = '' }: Method): string => `${messages[code!] ?? name} ${version}`;
  // Without the file of messages, lines that need none remain.
  const note = ({ code, gramsPerPassenger = 0, methods = [] }: Note) =>
    messages[code] &&
    fill<unknown>(messages[code], {
      mass: link(mass(gramsPerPassenger)),
      names: methods.map((one, index) => [index ? ', ' : '', link(named(one))]),
    });
  // Without a comparison, no typical figure is shown that needs explaining.
  const typical = comparisonText({ tag, quote }, messages) && messages[comparison!.method!];
  const risk = showFigures && contrails && messages[`contrails_${contrails.risk}`];
  return [
    showFigures && messages.scope,
    method && link(named(method), method.url),
    // In the merchant's language: `bdi` keeps its full stop at its end.
    method?.note && link(method.note),
    ...(method?.notes ?? []).map(note),
    typical && [
      link(typical),
      comparison!.carriers && link(` (${comparison!.carriers.toLocaleString(tag)})`),
    ],
    risk && link(`${risk}: ${contrails.method}`, contrails.url),
  ].flatMap((line) => (line ? html`<p class="note">${line}</p>` : []));
}
