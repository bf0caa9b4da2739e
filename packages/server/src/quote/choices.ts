import {
  type ChoicePart,
  GRAMS_PER_CREDIT,
  type OfferedPortfolio,
  type Project,
  projectSchema,
  type QuoteChoice,
  type Texts,
} from '@flight-offset/core';
import type { Offset } from '../offset.ts';
import { formatPrice, priceAtRate } from '../pricing/price.ts';
import type { KnownOffer } from '../service/offer.ts';
import { optionsOf, type WantedOptions } from './options.ts';

/** A choice, with its parts as one project. */
export type ChoiceWithProject = QuoteChoice & { readonly project: Project };

/**
 * Returns the traveller's choices, in the order of the service's offer, sold-out ones last. None if the merchant sets
 * its own price or project: both belong to orders without a choice.
 */
export async function choicesOf(
  offset: Offset,
  wanted: WantedOptions,
  offer: KnownOffer,
): Promise<ChoiceWithProject[]> {
  const { price, project } = offset.options;
  const { rate, portfolios, extensions } = offer;
  if (price || project || !rate || !extensions.has('portfolio')) return [];
  const { locale } = wanted.itinerary;
  const { currency } = rate;
  const choices = await Promise.all(
    portfolios.map(async (portfolio): Promise<ChoiceWithProject> => {
      const { id, name, product, parts, price_per_tonne: perTonne } = portfolio;
      const description = textFor(portfolio.descriptions, locale);
      return {
        id,
        name,
        product,
        ...(description !== undefined && { description }),
        // As on the payment page and receipts. The step applies to what is paid, not to a rate.
        pricePerTonne: formatPrice(priceAtRate(GRAMS_PER_CREDIT, { perTonne, currency }), locale),
        parts: parts.map((part) => partOf(part, locale)),
        options: await optionsOf(offset, wanted, offer, portfolio),
        project: projectOf(parts),
      };
    }),
  );
  return [...choices.filter((one) => !isSoldOut(one)), ...choices.filter(isSoldOut)];
}

/**
 * Describes the parts of a choice as one project: all names with their shares, all registries, and the page of the
 * largest.
 */
function projectOf(parts: OfferedPortfolio['parts']): Project {
  const project = projectSchema.parse(parts[0]?.project);
  if (parts.length === 1) return project;
  const total = parts.reduce((sum, { share }) => sum + share, 0);
  // The same in every language, so that the offer does not change with the page's language.
  const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
  return {
    ...project,
    name: parts.map((one) => `${one.project.name} (${percent.format(one.share / total)})`).join(', '),
    registry: [...new Set(parts.map((one) => one.project.registry))].join(', '),
    project_id: '',
  };
}

function isSoldOut({ options }: QuoteChoice): boolean {
  return options.every(({ soldOut }) => soldOut === true);
}

function partOf(
  { share, project }: OfferedPortfolio['parts'][number],
  locale: string | undefined,
): ChoicePart {
  const { name, category, type, registry, public_url: registryUrl, country } = project;
  const { vintage_from: from, vintage_to: to = from, ccp_label_on: ccpLabelOn } = project;
  const description = textFor(project.descriptions, locale);
  return {
    share,
    name,
    ...(description !== undefined && { description }),
    ...(country !== undefined && { country }),
    ...(from !== undefined && to !== undefined && { vintage: { from, to } }),
    category,
    type,
    registry,
    registryUrl,
    ...(ccpLabelOn !== undefined && { ccpLabelOn }),
  };
}

/** Returns the text in the language of a locale, or else in English. */
export function textFor(texts: Texts | undefined, locale: string | undefined): string | undefined {
  if (!texts) return undefined;
  const tags = [locale ?? '', (locale ?? '').split('-')[0] ?? '', 'en'];
  const tag = tags.find((one) => Object.hasOwn(texts, one));
  return tag === undefined ? undefined : texts[tag];
}
