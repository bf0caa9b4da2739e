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

/** A choice, and what it buys as one project. */
export type ChoiceWithProject = QuoteChoice & { readonly project: Project };

/**
 * What the traveller may choose from, in the order in which the service offers it; what is sold out comes last. None
 * where the merchant states a price or a project of its own: both belong to what is bought without a choice.
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
        // As the payment page and receipts state it: what is paid is a multiple of the step, a rate need not be.
        pricePerTonne: formatPrice(priceAtRate(GRAMS_PER_CREDIT, { perTonne, currency }), locale),
        parts: parts.map((part) => partOf(part, locale)),
        options: await optionsOf(offset, wanted, offer, portfolio),
        project: projectOf(parts),
      };
    }),
  );
  return [...choices.filter((one) => !isSoldOut(one)), ...choices.filter(isSoldOut)];
}

/** What a choice buys, as one project: of a blend all names with their shares and all registries, and the page of the largest. */
function projectOf(parts: OfferedPortfolio['parts']): Project {
  const project = projectSchema.parse(parts[0]?.project);
  if (parts.length === 1) return project;
  const total = parts.reduce((sum, { share }) => sum + share, 0);
  // The same in every language: a page that changes its language offers what it did.
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

/** The text in the language of a locale, or else in English. */
export function textFor(texts: Texts | undefined, locale: string | undefined): string | undefined {
  if (!texts) return undefined;
  const tags = [locale ?? '', (locale ?? '').split('-')[0] ?? '', 'en'];
  const tag = tags.find((one) => Object.hasOwn(texts, one));
  return tag === undefined ? undefined : texts[tag];
}
