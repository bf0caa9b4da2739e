/** Steps of figures in the tables of `data`: the build writes them and the engine reads them. */

/**
 * Parts of a factor above 1 between countries: for a mean over routes that differ by some per cent, thousandths
 * suffice.
 */
export const COUNTRY_FACTOR_PARTS = 1000;
/**
 * The same between airports: at most 0.04 % of the distance off, and TIM's published flights are still repeated to 0.02
 * %.
 */
export const PAIR_FACTOR_PARTS = 1250;

/** Steps of a degree of the coordinates of airports in GAIA. */
export const FINE_DEGREE = 1000;
/** The same of other airports, and of the corners of countries. */
export const COARSE_DEGREE = 50;

/** Digits of the airports' presence between two of its counts. */
export const COUNTED_DIGITS = 32;
/** Number of countries, the largest, that are counted by blocks of {@link COUNTED_AIRPORTS}. */
export const COUNTED_COUNTRIES = 8;
export const COUNTED_AIRPORTS = 512;

/** Departures per month that the highest digit stands for: digits are logarithms, within 7 %. */
export const MAX_DEPARTURES = 4000;

/** Step of the distances of a carrier's layouts, kilometres. */
export const LAYOUT_STEP_KM = 50;

/** Step of the logarithms in which deviations of load factors are packed. */
export const LOAD_STEP = 0.02;
/** The same for months. */
export const SEASON_STEP = 0.01;
/** Digit for no deviation. */
export const NO_DEVIATION = 32;
