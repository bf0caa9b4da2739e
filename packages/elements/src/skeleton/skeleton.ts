/** `@flight-offset/elements/skeleton`: HTML that a server renders inside a widget, before any script loads. */
import { languageOf } from '../messages/languages.ts';
import { loadTexts } from '../messages/load-texts.ts';
import { en } from '../messages/widget/en.ts';
import type { WidgetMessages } from '../messages/widget/widget-messages.ts';

/**
 * Renders the skeleton of a card as HTML for the inside of `<flight-offset-widget>`. It is shown until the card is
 * drawn; `cdn/reserve.css` sets its look and the height of the card. It is light DOM: frameworks hydrate it like any
 * other.
 *
 * @param locale BCP 47 tag of the page; English if the language has no texts.
 * @example
 * `<flight-offset-widget endpoint="/offset" flights="…">${await skeleton('de')}</flight-offset-widget>`
 */
export async function skeleton(locale = 'en'): Promise<string> {
  // Parsed as in the widget.
  const tag = locale.replace('_', '-').toLowerCase();
  const texts = await loadTexts<WidgetMessages>('widget', tag);
  const { loading } = texts ?? en;
  const language = texts ? languageOf(tag) : 'en';
  return `<span class="offset-skeleton" lang="${language}" dir="auto"><small>${loading}</small><i></i><i></i><i></i></span>`;
}
