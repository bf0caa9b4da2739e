/**
 * Warming beyond CO2 (contrails, nitrogen oxides), as a multiplier of the CO2 from burning fuel. It is requested by
 * name and stated separately: the figures of flights never include it, and its uncertainty is larger than the figure
 * itself.
 */

/** Multipliers in use, with their sources. */
export const NON_CO2_MULTIPLIERS = {
  /** UK Government conversion factors, 2023 and later: CO2 of aviation times 1.7. */
  defra: {
    multiplier: 1.7,
    source: 'UK Government GHG conversion factors for company reporting, 2023 and later',
  },
  /**
   * Lee et al. 2021, Table 5: CO2-equivalent of all effects divided by that of CO2, warming potential over 100 years.
   */
  'lee-2021-gwp100': {
    multiplier: 1.7,
    source: 'Lee et al. 2021, doi:10.1016/j.atmosenv.2020.117834, GWP100',
  },
  /** By the rate of warming (GWP*), for emissions that grow as they did from 2000 to 2018. */
  'lee-2021-gwp-star': { multiplier: 3, source: 'Lee et al. 2021, doi:10.1016/j.atmosenv.2020.117834, GWP*' },
} as const;

/** Name of a multiplier, or the caller's own multiplier with its source. */
export type NonCo2Choice =
  | keyof typeof NON_CO2_MULTIPLIERS
  | { readonly multiplier: number; readonly source: string };

/** Non-CO2 effects of a trip, apart from its figures. */
export interface NonCo2 {
  readonly multiplier: number;
  readonly source: string;
  /** Grams of CO2e beside those of the trip: tank-to-wake times (multiplier - 1). */
  readonly grams: number;
}

/** Larger than any multiplier in the literature. */
const MAX_MULTIPLIER = 10;

/**
 * Calculates the non-CO2 effects of the fuel burned.
 * @throws RangeError for an unknown name, a multiplier below 1 or above 10, or one without a source.
 */
export function nonCo2Of(ttwGrams: number, choice: NonCo2Choice): NonCo2 {
  const named =
    typeof choice === 'string' && Object.hasOwn(NON_CO2_MULTIPLIERS, choice)
      ? NON_CO2_MULTIPLIERS[choice]
      : choice;
  if (typeof named !== 'object' || named === null) {
    const names = Object.keys(NON_CO2_MULTIPLIERS).join(', ');
    throw new RangeError(`nonCo2 must be one of ${names}, or an object of multiplier and source`);
  }
  const { multiplier, source } = named;
  if (typeof multiplier !== 'number' || !(multiplier >= 1 && multiplier <= MAX_MULTIPLIER))
    throw new RangeError(`nonCo2.multiplier must be from 1 to ${MAX_MULTIPLIER}`);
  if (typeof source !== 'string' || source.trim() === '')
    throw new RangeError('nonCo2.source must name where the multiplier comes from');
  return { multiplier, source, grams: Math.round(ttwGrams * (multiplier - 1)) };
}
