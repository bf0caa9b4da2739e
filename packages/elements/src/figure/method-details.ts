import type { FigureNote, Method } from '@flight-offset/core';
import { html, type TemplateResult } from 'lit';
import { fill } from '../messages/fill.ts';
import { loadMethodTexts } from '../messages/load-method-texts.ts';
import type { MethodMessages } from '../messages/method/method-messages.ts';
import { link } from './link.ts';
import type { View } from './view.ts';

/** Draws the details of a quote in one language; a page's own messages take precedence. */
export type Details = (view: View, own: Partial<MethodMessages> | undefined) => TemplateResult[];

/** A note of any code, with the values it has. */
type Note = Pick<FigureNote, 'code'> & {
  readonly gramsPerPassenger?: number;
  readonly methods?: readonly Method[];
};

/** The details in the language of `tag`: how the emissions were estimated, and what the figure excludes. */
export async function detailsIn(tag: string): Promise<Details> {
  const loaded = await loadMethodTexts(tag);
  return ({ t, quote, showFigures, mass }, own) => {
    // Not checked with the quote: most travellers never open the details.
    const { method, range, comparison, contrails } = quote;
    const messages: Partial<MethodMessages> = { ...loaded, ...own };
    const named = ({ code, name, version = '' }: Method): string => `${messages[code!] ?? name} ${version}`;
    // Without the file of messages, lines that need none remain.
    const note = ({ code, gramsPerPassenger = 0, methods = [] }: Note) =>
      messages[code] &&
      fill(messages[code], { mass: mass(gramsPerPassenger), names: methods.map(named).join(', ') });
    const typical = comparison?.method && messages[comparison.method];
    const risk = showFigures && contrails && messages[`contrails_${contrails.risk}`];
    return [
      method && link(named(method), method.url),
      method?.note,
      ...(method?.notes ?? []).map(note),
      showFigures && range && fill(t.range, { low: mass(range.low), high: mass(range.high) }),
      typical && [typical, comparison.carriers && ` (${comparison.carriers})`],
      // Disclosed only: a line that only some quotes have would shift the layout.
      risk && link(`${risk}: ${contrails.method}`, contrails.url),
    ].flatMap((line) => (line ? html`<p class="note">${line}</p>` : []));
  };
}
