import * as z from 'zod';

/** Days in a month of the Gregorian calendar. By arithmetic: a `Date` for each flight of a long list costs more. */
function daysInMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** A calendar date without time or zone, as the interface writes departure dates. */
export const departureDateSchema = z
  .object({
    year: z.int().min(1900).max(2200).meta({ description: 'Calendar year.' }),
    month: z.int().min(1).max(12).meta({ description: 'Month, 1 to 12.' }),
    day: z.int().min(1).max(31).meta({ description: 'Day of the month.' }),
  })
  .refine(({ year, month, day }) => day <= daysInMonth(year, month), {
    path: ['day'],
    error: 'is not a day of that month',
  })
  .meta({ id: 'DepartureDate', examples: [{ year: 2026, month: 12, day: 14 }] });

/** A real calendar date: `year`, `month` 1..12, `day`. */
export type DepartureDate = z.infer<typeof departureDateSchema>;

const airportCode = z
  .string()
  .regex(/^[A-Za-z]{3}$/, 'must be an IATA airport code: three letters')
  .meta({ examples: ['ZRH'] });

/** One flight, as in a calculate request and in its result. */
export const flightSchema = z
  .object({
    origin: airportCode.meta({ description: 'IATA airport code of the origin; case does not matter.' }),
    destination: airportCode.meta({
      description: 'IATA airport code of the destination; case does not matter.',
      examples: ['SFO'],
    }),
    operatingCarrierCode: z
      .string()
      .regex(
        /^(?:[A-Za-z][A-Za-z0-9]|[0-9][A-Za-z]|[A-Za-z]{3})$/,
        'must be an IATA airline code (2 characters) or an ICAO one (3 letters)',
      )
      .meta({
        description: 'Code of the carrier that operates the flight: IATA (2 characters) or ICAO (3 letters).',
        examples: ['LX'],
      }),
    flightNumber: z
      .int()
      .min(1)
      .max(9999)
      .meta({ description: 'Flight number without the carrier code.', examples: [38] }),
    departureDate: departureDateSchema.meta({ description: 'Local date of departure.' }),
    aircraft: z
      .string()
      .regex(/^[A-Za-z0-9]{3,4}$/, 'must be an IATA (3 characters) or ICAO (4 characters) aircraft type')
      .optional()
      .meta({
        description:
          'Extension: aircraft type, IATA or ICAO. Without it the engine weighs the likely types. A type without fuel data is ignored; estimates then carry the warning aircraft_not_supported.',
        examples: ['789'],
      }),
  })
  .meta({ id: 'Flight' });

/** One flight: airports, operating carrier, number, date; `aircraft` is an extension of this project. */
export type Flight = z.infer<typeof flightSchema>;

/** Maximum number of flights per calculate request. */
export const MAX_FLIGHTS = 1000;

/** Body of `POST {emissions_url}/api/calculate`. */
export const calculateRequestSchema = z
  .object({
    flights: z
      .array(flightSchema)
      .min(1, `must hold 1 to ${MAX_FLIGHTS} flights`)
      .max(MAX_FLIGHTS, `must hold at most ${MAX_FLIGHTS} flights`)
      .meta({ description: `1 to ${MAX_FLIGHTS} flights.` }),
  })
  .meta({ id: 'CalculateRequest' });

/** Flights passed to the client, which splits lists of more than {@link MAX_FLIGHTS}. */
export const flightListSchema = z.object({ flights: z.array(flightSchema).min(1, 'must hold a flight') });

/** Body of a calculate request: 1 to {@link MAX_FLIGHTS} flights. */
export type CalculateRequest = z.infer<typeof calculateRequestSchema>;
