/** What follows the traveller's first touch: a file of its own, which most travellers never need. */
import type { QuoteOption } from '@flight-offset/core';
import { html, type TemplateResult } from 'lit';
import { method } from '../figure/method.ts';
import type { View } from '../figure/view.ts';
import { ordering } from '../lazy/ordering.ts';
import { loadTexts } from '../messages/load-texts.ts';
import { payingEn } from '../messages/paying/en.ts';
import type { PayingMessages } from '../messages/paying/paying-messages.ts';
import { payingStyles } from '../styles/paying.styles.ts';
import { changed, type IsSame } from './changed.ts';
import type { Choice, ChoiceHost } from './choice.ts';
import { renewing } from './renewing.ts';

/** What draws the offer's second half, and how the figure came about. */
export interface Paying {
  /** Takes the texts of the language `tag`, and draws anew. */
  speak(tag: string): Promise<void>;
  /** The options, where there are several, and the button, unless the booking form sends the choice. */
  render(view: View): TemplateResult;
  /** How the figure came about. */
  method(view: View): TemplateResult[];
  /** Whether a choice stands when another quote is here. */
  readonly isSame: IsSame;
}

/** Brings what follows the tick: how much, the way to the payment page, and a quote that does not run out. */
export function payingFor(choice: Choice, host: ChoiceHost): Paying {
  let texts = payingEn;
  const t = (): PayingMessages => ({ ...texts, ...host.messages });
  host.shadowRoot!.adoptedStyleSheets.push(payingStyles.styleSheet!);
  host.addController({
    hostConnected: () => addEventListener('pageshow', choice),
    hostDisconnected: () => removeEventListener('pageshow', choice),
  });
  host.addController(renewing(choice, host));
  return {
    async speak(tag) {
      // A file that does not arrive must not take the button with it: English is always here.
      texts = (await loadTexts('paying', tag)) ?? payingEn;
      host.requestUpdate();
    },
    isSame: changed(choice, host, () => t().changed),
    method: (view) => method(view, t()),
    render({ tag, quote: { options } }) {
      const { options: group, pay: go, opening } = t();
      const ready = choice.state === 'selected';
      const pick = ({ fraction }: QuoteOption): void => {
        choice.part = fraction;
        choice.choose('selected');
      };
      return html`${
        options[1]
          ? html`<fieldset part="options" aria-label=${group} ?disabled=${!ready || host.matches(':disabled')}>
              ${options.map(
                (one) => html`<label>
                  <input type="radio" name="option" .checked=${one === choice.option} @change=${() => pick(one)} />
                  <span>${one.fraction.toLocaleString(tag, { style: 'percent' })}</span>
                </label>`,
              )}
            </fieldset>`
          : ''
      }${
        host.checkout === 'form'
          ? ''
          : html`<button part="button" aria-disabled=${!ready || host.matches(':disabled')} @click=${async () => (await ordering()).pay(choice, host, t())}>
              <span>${ready ? go : opening}</span>
            </button>`
      }`;
    },
  };
}
