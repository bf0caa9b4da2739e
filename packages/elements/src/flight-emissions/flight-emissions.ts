import type { ReadyQuote } from '@flight-offset/core';
import { type CSSResult, css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { comparisonText } from '../figure/comparison.ts';
import { link } from '../figure/link.ts';
import { viewOf } from '../figure/view.ts';
import { LazyPart } from '../lazy-part.ts';
import { loadMethodTexts } from '../messages/load-method-texts.ts';
import type { MethodMessages } from '../messages/method/method-messages.ts';
import type { WidgetMessages } from '../messages/widget/widget-messages.ts';
import { QuoteElement, type QuoteState } from '../quote-element.ts';
import { cardStyles } from '../styles/card.styles.ts';

const styles = css`
  :host {
    min-width: 0;
  }
  .card {
    border: 0;
    background: none;
    border-radius: 0;
  }
  .card > *,
  .card > slot > *,
  .card > ::slotted(*) {
    padding: 0;
    border: 0;
  }
  b {
    font-size: 1.25em;
  }
  .loading {
    opacity: .5;
  }
`;

/**
 * Only the figure, for a list of results or a summary: a passenger's share of a flight's emissions, and how it
 * compares.
 *
 * @summary Estimated emissions of a flight, without an offer.
 * @tag flight-emissions
 *
 * @fires {OffsetEvent} offset-quote - A quote arrived, `ready` or `unavailable`: `quote`.
 * @fires {OffsetEvent} offset-error - A request failed or input is invalid: `error` and `code`.
 *
 * @slot label - Replaces the figure if the backend withholds figures, such as an official label.
 *
 * @csspart card - The card.
 * @csspart figure - The figure.
 * @csspart comparison - How it compares with what is usual.
 * @csspart message - That there is no estimate, or that it failed to load.
 * @csspart button - Tries again.
 *
 * @cssproperty --offset-text - Text colour; inherits the page's by default. A light colour makes a dark card.
 * @cssproperty --offset-text-muted - Colour of secondary text.
 * @cssproperty --offset-border - Colour of borders.
 * @cssproperty --offset-surface - Background of the card.
 * @cssproperty --offset-accent - Accent colour of button, marks and focus. Its text is black or white by its lightness.
 * @cssproperty --offset-radius - Border radius of the card; 14px by default.
 * @cssproperty --offset-font - Font family; inherits the page's by default.
 *
 * @cssstate idle - No endpoint or no flights yet.
 * @cssstate loading - The quote is loading.
 * @cssstate ready - The estimate is shown.
 * @cssstate unavailable - There is no estimate, which is a normal state.
 * @cssstate failed - The quote failed to load.
 */
export class FlightEmissions extends QuoteElement {
  static override styles: CSSResult[] = [cardStyles, styles];
  static override properties: PropertyDeclarations = { figures: { attribute: false } };

  /** Figures that the page already has, shown in place of those of a quote. Without `endpoint` nothing is requested. */
  declare figures: Pick<ReadyQuote, 'gramsPerPassenger' | 'comparison' | 'showFigures' | 'label'> | undefined;

  /** The comparison in words, loaded only if the figure has one. */
  #words: LazyPart<(quote: ReadyQuote) => string | undefined> = new LazyPart(this, async () => ({
    drawIn: async (tag) => {
      const texts = await loadMethodTexts(tag);
      return (quote) => comparisonText({ tag, quote }, { ...texts, ...this.messages });
    },
  }));

  /** Messages that replace built-in ones. */
  declare messages: Partial<WidgetMessages & MethodMessages> | undefined;

  override get state(): QuoteState {
    return this.figures ? 'ready' : super.state;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { state, t } = this;
    if (state === 'idle') return nothing;
    const ready = this.figures ?? (this.quote?.status === 'ready' ? this.quote : undefined);
    if (!ready) {
      if (state === 'loading') return this.card(html`<p class="note">${t.loading}</p>`);
      if (state === 'unavailable')
        return this.card(html`<p class="note" part="message">${t.unavailable}</p>`);
      return this.card(
        html`<div><p class="note" part="message">${t.failed}</p>
          <button @click=${this.tryAgain} part="button">${t.retry}</button></div>`,
      );
    }
    const { mass } = viewOf(t, this.tag, ready as ReadyQuote);
    const { showFigures, gramsPerPassenger, comparison, label } = ready;
    if (comparison) this.#words.load(this.tag);
    const { draw } = this.#words;
    // The line is empty until its words are loaded, and left out if there are none.
    const words = comparison && (draw ? draw(ready as ReadyQuote) : '\u00a0');
    return this.card(
      showFigures
        ? html`<p part="figure"><b .textContent=${mass(gramsPerPassenger)}></b> <span class="soft">${t.perPassenger}</span></p>
            ${words ? html`<p class="note" part="comparison" .textContent=${words}></p>` : ''}`
        : html`<slot name="label">${label ? link(label.text, label.url) : ''}</slot>`,
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'flight-emissions': FlightEmissions;
  }
}
