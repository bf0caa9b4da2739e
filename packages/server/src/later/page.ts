import type { LaterState } from './contribute.ts';
import type { LaterMessages } from './messages.ts';

/** What the page shows besides the state of its link. */
export interface LaterPage {
  readonly messages: LaterMessages;
  /** Text above the form: why the box has to be ticked again. */
  readonly notice?: string | undefined;
  /** Locale of numbers and dates: `de-CH`. */
  readonly locale: string;
}

/** The page of a link: plain HTML, without a script. The box is never ticked beforehand. */
export function laterPage(state: LaterState, page: LaterPage): string {
  const { messages: m } = page;
  if (state.kind === 'offer') return documentOf(m, offerOf(state, page));
  const paragraph = `<p>${escaped(m[state.kind])}</p>`;
  if (state.kind !== 'pending') return documentOf(m, paragraph);
  return documentOf(
    m,
    `${paragraph}<p><a class="button" href="${escaped(state.paymentUrl)}">${escaped(m.resume)}</a></p>`,
  );
}

/** The page of a link that leads nowhere. */
export function laterProblemPage(text: string, messages: LaterMessages): string {
  return documentOf(messages, `<p>${escaped(text)}</p>`);
}

function offerOf(
  { quote, option, token }: Extract<LaterState, { kind: 'offer' }>,
  { messages: m, notice, locale }: LaterPage,
): string {
  const mass = massText(option.grams, locale);
  const legs = quote.legs.map(({ flight }) => {
    const { origin, destination, operatingCarrierCode, flightNumber, departureDate } = flight;
    const { year, month, day } = departureDate;
    const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
    const on = date.format(Date.UTC(year, month - 1, day));
    return `<li>${escaped(`${origin} → ${destination}, ${operatingCarrierCode} ${flightNumber}, ${on}`)}</li>`;
  });
  const estimate = fill(m.estimate, { mass: massText(quote.gramsTotal, locale) });
  const price = option.price?.formatted ?? mass;
  const lines = [
    ...(quote.showFigures ? [estimate] : []),
    fill(m.purchase, { mass }),
    ...(quote.project ? [fill(m.project, { project: quote.project.name })] : []),
    m.disclaimer,
  ];
  return `<h2>${escaped(m.flights)}</h2><ul>${legs.join('')}</ul>
${lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
<form method="post">
${notice === undefined ? '' : `<p role="alert"><strong>${escaped(notice)}</strong></p>`}
<input type="hidden" name="offer" value="${escaped(token)}">
<p><label><input type="checkbox" name="agree" value="yes" required> ${escaped(fill(m.agree, { price }))}</label></p>
<p><button>${escaped(m.pay)}</button></p>
</form>
<p>${escaped(m.optional)}</p>`;
}

function documentOf(m: LaterMessages, content: string): string {
  return `<!doctype html>
<html lang="${escaped(m.lang)}">
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

/** The page's style; the response allows no other. */
export const LATER_STYLE = `:root{color-scheme:light dark}
body{margin:0;font:1rem/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:1.5rem 1rem}
h1{font-size:1.5rem;line-height:1.25}
h2{font-size:1rem}
ul{padding-inline-start:1.25rem}
input[type=checkbox]{inline-size:1.25rem;block-size:1.25rem;vertical-align:text-bottom}
button,.button{display:inline-block;padding:.75rem 1.25rem;border:0;border-radius:.5rem;background:#0b57d0;color:#fff;font:inherit;text-decoration:none;cursor:pointer}
:focus-visible{outline:3px solid #0b57d0;outline-offset:3px}`;

function massText(grams: number, locale: string): string {
  const unit = grams >= 1_000_000 ? 't' : 'kg';
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: unit === 't' ? 3 : 0 });
  return `${number.format(grams / (unit === 't' ? 1e6 : 1e3))} ${unit}`;
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
