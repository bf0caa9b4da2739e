import type { ChoicePart, QuoteChoice, QuoteRequest, ReadyQuote } from '@flight-offset/core';
import { priceOf, readyQuote } from './ready-quote.ts';

const part = (share: number, name: string, country: string, type: string): ChoicePart => ({
  share,
  name,
  country,
  type,
  category: 'avoidance',
  registry: 'Verra',
  registryUrl: 'https://registry.example.com',
});

/**
 * Creates a valid sample quote with three choices: the project of {@link readyQuote}, fuel at ten times its price, and
 * two projects that are sold out.
 */
export function choicesQuote(request: QuoteRequest): ReadyQuote {
  const quote = readyQuote(request);
  const choice = (
    { id, ...named }: Omit<QuoteChoice, 'pricePerTonne' | 'options'>,
    factor: number,
    soldOut?: true,
  ): QuoteChoice => ({
    id,
    ...named,
    pricePerTonne: priceOf(1e6, request.locale, factor),
    options: quote.options.map((option) => ({
      ...option,
      price: priceOf(option.grams, request.locale, factor),
      token: `${id}.${option.token}`,
      ...(soldOut && { soldOut }),
    })),
  });
  const wind = choice(
    {
      id: 'wind',
      name: 'Wind power',
      product: 'carbon_credits',
      parts: [part(1, 'Bundled wind, Tamil Nadu', 'IN', 'wind')],
    },
    1,
  );
  const fuel = choice(
    {
      id: 'fuel',
      name: 'Aviation fuel',
      description: 'Fuel made of used cooking oil.',
      product: 'aviation_fuel',
      parts: [{ ...part(1, 'Fuel', 'NL', 'fuel'), registry: 'RSB' }],
    },
    10,
  );
  const households = choice(
    {
      id: 'households',
      name: 'Cooking and lighting',
      product: 'carbon_credits',
      parts: [part(70, 'Cookstoves', 'KE', 'cookstoves'), part(30, 'Solar lamps', 'IN', 'solar')],
    },
    1,
    true,
  );
  return { ...quote, choices: [wind, fuel, households], options: wind.options };
}
