import type { Cabin, Price, QuoteRequest, ReadyQuote } from '@flight-offset/core';

const CABIN: Readonly<Record<Cabin, number>> = { economy: 1, premiumEconomy: 1.7, business: 4, first: 5.2 };

/** Paise per tonne. */
const PRICE_PER_TONNE = 119_900;

/** Returns the price of a mass in grams, times `factor`. */
export function priceOf(grams: number, locale = 'en', factor = 1): Price {
  const amountMinor = Math.round((grams * PRICE_PER_TONNE) / 1e6) * factor;
  const formatted = (amountMinor / 100).toLocaleString(locale, { style: 'currency', currency: 'INR' });
  return { amountMinor, currency: 'INR', formatted };
}

/** Creates a valid sample quote for a request: 573 kg per economy passenger and leg. */
export function readyQuote({ flights, cabin = 'economy', passengers = 1, locale }: QuoteRequest): ReadyQuote {
  const perLeg = Math.round(573_000 * CABIN[cabin]);
  const gramsPerPassenger = perLeg * flights.length;
  const gramsTotal = gramsPerPassenger * passengers;
  const scaled = (factor: number) => Math.round(gramsPerPassenger * factor);
  return {
    status: 'ready',
    cabin,
    passengers,
    showFigures: true,
    gramsPerPassenger,
    gramsTotal,
    range: { low: scaled(0.88), high: scaled(1.16) },
    comparison: {
      level: 'lower',
      typicalGramsPerPassenger: scaled(1.12),
      method: 'carriers_on_route',
      carriers: 12,
    },
    legs: flights.map((flight) => ({
      flight,
      gramsPerPassenger: perLeg,
      aircraft: [{ icao: 'B77W', name: 'Boeing 777-300ER', body: 'wide', share: 1 }],
    })),
    method: {
      name: 'Travel Impact Model',
      version: '3.0',
      url: 'https://example.com/method',
      note: 'Fuel by distance and aircraft, shared by seat area, from fuel production to flight.',
    },
    project: {
      name: 'Bundled wind, Tamil Nadu',
      registry: 'Verra',
      project_id: '1851',
      category: 'avoidance',
      type: 'wind',
      public_url: 'https://registry.example.com/1851',
    },
    options: [0.5, 1, 1.5].map((fraction) => {
      const grams = Math.round(gramsTotal * fraction);
      return { fraction, grams, price: priceOf(grams, locale), token: `quote.${fraction}` };
    }),
    expiresAt: new Date(Date.now() + 30 * 60_000).toISOString(),
    expiresInSeconds: 30 * 60,
    paymentOrigins: ['https://pay.example'],
  };
}
