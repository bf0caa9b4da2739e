/**
 * The projects that the traveller may choose from, if the operator offers several: loaded with a quote that has
 * choices.
 */
import type { QuoteChoice, ReadyQuote } from '@flight-offset/core';
import { html, type TemplateResult } from 'lit';
import type { View } from '../figure/view.ts';
import type { CheckoutMessages } from '../messages/checkout/checkout-messages.ts';
import { choicesStyles } from '../styles/choices.styles.ts';
import type { Choice, ChoiceHost } from './choice.ts';

/** The projects of a quote, and which one is picked. */
export interface Choices {
  /** Returns the view of a quote with the options, the project and the words of the picked choice. */
  pick(view: View, t: CheckoutMessages): View;
  /** Renders the choices as a group of radio buttons; nothing if there is only one. */
  render(t: CheckoutMessages, disabled: boolean): TemplateResult | undefined;
}

/**
 * Creates the choices; the first that is not sold out, which the operator prefers, is picked until the traveller picks
 * one.
 */
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
    // A view that an earlier call returned already holds the picked choice.
    if (quote !== shown?.quote) {
      if (quote !== quoted) {
        shown = undefined;
        // Written before the tick, which must not wait: the first name of a country takes a slow phone 15 ms.
        all = (quote.choices ?? []).map((one) => ({ ...one, about: aboutOf(one, view.tag) }));
      }
      quoted = quote;
    }
    if (!all[0]) return view;
    const { id, options, product } = current();
    // A renewed quote may list its choices in another order: the ticked one stays picked.
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
      // Prices are listed for the amount on display: the nearest one if the wanted amount is sold out.
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

/** Returns the project that names a choice: its only one, or the choice's name with the registries of its parts. */
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

/** Renders a text in its own direction. */
const isolated = (text: string | undefined): TemplateResult => html`<bdi .textContent=${text}></bdi>`;

/** Describes a choice in its operator's words, or by a line per part: share (if several), name and country. */
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
