import { directionOf, type Locale, type ReadyQuote } from '@flight-offset/core';
import type { LaterMessages } from '../messages/messages.ts';
import type { LaterState } from './contribute.ts';
import { LATER_STYLE } from './style.ts';

type Project = NonNullable<ReadyQuote['project']>;

/** Content of the page besides the state of its link. */
export interface LaterPage {
  readonly messages: LaterMessages;
  /** Text above the form: reason to tick the box again. */
  readonly notice?: string | undefined;
  readonly locale: Locale;
}

/** Renders the page of a link: plain HTML, without a script. The box is never ticked beforehand. */
export function laterPage(state: LaterState, page: LaterPage): string {
  const { messages: m } = page;
  if (state.kind === 'offer') return documentOf(page, offerOf(state, page));
  const paragraph = `<p>${escaped(m[state.kind])}</p>`;
  if (state.kind !== 'pending') return documentOf(page, paragraph);
  return documentOf(
    page,
    `${paragraph}<p><a class="button" href="${escaped(state.paymentUrl)}">${escaped(m.resume)}</a></p>`,
  );
}

/** Renders the page of an invalid link. */
export function laterProblemPage(text: string, page: LaterPage): string {
  return documentOf(page, `<p>${escaped(text)}</p>`);
}

function offerOf(
  { quote, option, token }: Extract<LaterState, { kind: 'offer' }>,
  { messages: m, notice, locale }: LaterPage,
): string {
  const mass = massText(option.grams, 100, { messages: m, locale });
  const dates = new Intl.DateTimeFormat(locale.tag, { dateStyle: 'long', timeZone: 'UTC' });
  const legs = quote.legs.map(({ flight }) => {
    const { origin: from, destination: to, operatingCarrierCode, flightNumber, departureDate } = flight;
    const { year, month, day } = departureDate;
    const text = dates.format(Date.UTC(year, month - 1, day));
    // In French, the first of a month is an ordinal, which `Intl` does not write.
    const date = locale.language === 'fr' ? text.replace(/^1(?=\s)/, '1er') : text;
    const values = { from, to, flight: `${operatingCarrierCode} ${flightNumber}`, date };
    return `<li>${escaped(fill(m.leg, isolated(values, locale)))}</li>`;
  });
  const { gramsTotal, project, showFigures } = quote;
  const step = gramsTotal < 9950 ? 100 : 1000;
  const estimate = fill(m.estimate, { mass: massText(gramsTotal, step, { messages: m, locale }) });
  const price = option.price?.formatted ?? mass;
  // The options of a quote are those of its first choice.
  const purchase = quote.choices?.[0]?.product === 'aviation_fuel' ? m.purchaseFuel : m.purchase;
  const lines = [
    ...(showFigures ? [escaped(estimate)] : []),
    escaped(fill(purchase, { mass })),
    ...(project ? [fill(escaped(m.project), { project: projectLink(project) })] : []),
  ];
  return `<h2>${escaped(m.flights)}</h2><ul>${legs.join('')}</ul>
${lines.map((line) => `<p>${line}</p>`).join('\n')}
<p class="note">${escaped(m.disclaimer)}</p>
<form method="post">
${notice === undefined ? '' : `<p role="alert" tabindex="-1" autofocus><strong>${escaped(notice)}</strong></p>`}
<input type="hidden" name="offer" value="${escaped(token)}">
<p><label><input type="checkbox" name="agree" value="yes" required> ${escaped(fill(m.agree, { price }))}</label></p>
<p><button>${escaped(m.pay)}</button></p>
</form>
<p class="note">${escaped(m.optional)}</p>`;
}

/** A project as the registry lists it, in its own direction, with its page. */
function projectLink({ name, registry, project_id: id, public_url: url }: Project): string {
  const text = `<bdi>${escaped(`${name}, ${registry} ${id}`.trimEnd())}</bdi>`;
  return /^https?:/i.test(url) ? `<a href="${escaped(url)}">${text}</a>` : text;
}

function documentOf({ messages: m, locale: { language, tag } }: LaterPage, content: string): string {
  return `<!doctype html>
<html lang="${tag}" dir="${directionOf(language)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escaped(m.title)}</title>
<style>${LATER_STYLE}</style>
<main>
<h1>${escaped(m.title)}</h1>
${content}
</main>
</html>
`;
}

/** A mass in kilograms, rounded to `step` grams as in the widget, and in tonnes from one tonne on. */
function massText(
  grams: number,
  step: number,
  { messages, locale: { tag } }: Pick<LaterPage, 'messages' | 'locale'>,
): string {
  const rounded = (Math.round(grams / step) * step) / 1e3;
  if (grams < 1_000_000)
    return new Intl.NumberFormat(tag, { style: 'unit', unit: 'kilogram' }).format(rounded);
  return fill(messages.tonnes, { n: new Intl.NumberFormat(tag).format(grams / 1e6) });
}

/**
 * Isolates values whose direction differs from a text from right to left: the flight's number stays apart from the
 * date.
 */
function isolated(
  values: Readonly<Record<string, string>>,
  { language }: Locale,
): Readonly<Record<string, string>> {
  if (directionOf(language) === 'ltr') return values;
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, `\u2068${text}\u2069`]));
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
