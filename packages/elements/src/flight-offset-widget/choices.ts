/** What the traveller may choose from, where the operator offers it: loaded with a quote that has choices. */
import type { QuoteChoice, ReadyQuote } from '@flight-offset/core';
import { html, type TemplateResult } from 'lit';
import type { View } from '../figure/view.ts';
import type { CheckoutMessages } from '../messages/checkout/checkout-messages.ts';
import { choicesStyles } from '../styles/choices.styles.ts';
import type { Choice, ChoiceHost } from './choice.ts';

/** The projects of a quote, and which one is picked. */
export interface Choices {
  /** The view of a quote with the options, the project and the words of the picked choice. */
  pick(view: View, t: CheckoutMessages): View;
  /** The choices as a group of radio buttons; nothing where there is only one. */
  render(t: CheckoutMessages, disabled: boolean): TemplateResult | undefined;
}

/** Creates the choices; the first that is left, which the operator prefers, is picked until the traveller picks another. */
export function createChoices(choice: Choice, host: ChoiceHost): Choices {
  host.renderRoot.adoptedStyleSheets.push(choicesStyles.styleSheet!);
  let all: readonly (QuoteChoice & { readonly about: unknown })[] = [];
  let quoted: ReadyQuote | undefined;
  let shown: { readonly id: string; readonly quote: ReadyQuote } | undefined;
  const current = (): (typeof all)[number] => {
    const left = all.filter(({ options }) => options.some(({ soldOut }) => !soldOut));
    return left.find(({ id }) => id === choice.picked) ?? left[0] ?? all[0]!;
  };

  function pick(view: View, t: CheckoutMessages): View {
    const { quote } = view;
    // The view that this returned before, once more.
    if (quote !== shown?.quote) {
      if (quote !== quoted) {
        shown = undefined;
        // Written before the tick, which need not wait: the first name of a country takes a slow phone 15 ms.
        all = (quote.choices ?? []).map((one) => ({ ...one, about: aboutOf(one, view.tag) }));
      }
      quoted = quote;
    }
    if (!all[0]) return view;
    const { id, options, product } = current();
    // A renewed quote may list its choices in another order: what is ticked stays picked.
    if (choice.option) choice.picked = id;
    // The same quote stays the same object: another one would be a renewed quote.
    if (shown?.id !== id)
      shown = {
        id,
        quote: { ...quoted!, options, project: id === all[0].id ? quoted!.project : projectOf(current()) },
      };
    const words = product === 'aviation_fuel' ? { ...view.t, purchase: t.purchaseFuel } : view.t;
    return { ...view, t: words, quote: shown.quote, picked: true };
  }

  return {
    pick,
    render(t, disabled) {
      // Prices are listed for the amount on display, which is the nearest one where the wanted amount is sold out.
      const shown = choice.shown!.fraction;
      return (
        all[1] &&
        html`<fieldset part="choices" aria-label=${t.projects} ?disabled=${disabled}>
        ${all.map((one) => {
          const { soldOut, price } =
            one.options.find(({ fraction }) => fraction === shown) ?? one.options[0]!;
          return html`<label>
            <input type="radio" name="choice" .checked=${one === current()} ?disabled=${soldOut} @change=${() => {
              choice.fraction = shown;
              choice.picked = one.id;
              choice.view = pick({ ...choice.view!, quote: quoted! }, t);
              choice.choose('selected', 'user');
            }} />
            <span>
              <b class="row">${isolated(one.name)}${isolated(soldOut ? t.soldOut : price?.formatted)}</b>
              <small>${one.about}</small>
            </span>
          </label>`;
        })}
      </fieldset>`
      );
    },
  };
}

/** What a choice is named by: its one project, or its own name and the registries of its parts. */
function projectOf({ name, parts }: QuoteChoice): NonNullable<ReadyQuote['project']> {
  const [first, second] = parts;
  return {
    name: second ? name : first!.name,
    registry: [...new Set(parts.map(({ registry }) => registry))].join(', '),
    project_id: '',
    category: first!.category,
    type: first!.type,
    public_url: first!.registryUrl,
  };
}

/** A text in its own direction. */
const isolated = (text: string | undefined): TemplateResult => html`<bdi .textContent=${text}></bdi>`;

/** What a choice is, in its operator's words, or else a line for each part: its share where there are several, name and country. */
function aboutOf({ description, parts }: QuoteChoice, tag: string): unknown {
  const total = parts.reduce((sum, { share }) => sum + share, 0);
  const countries = new Intl.DisplayNames(tag, { type: 'region' });
  if (description) return isolated(description);
  return parts.map(({ share, name, country }) => [
    parts[1] && [isolated((share / total).toLocaleString(tag, { style: 'percent' })), ' · '],
    isolated(name),
    country && [' · ', isolated(countries.of(country))],
    html`<br>`,
  ]);
}
