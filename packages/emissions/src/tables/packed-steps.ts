/** In which steps figures are packed into the tables of `data`: what the build writes and the engine reads. */

/** Parts of a factor above 1 between countries: of a mean over routes that differ by some per cent, thousandths say all. */
export const COUNTRY_FACTOR_PARTS = 1000;
/** The same between airports: at most 0.04 % of the distance off, and TIM's published flights are still repeated to 0.02 %. */
export const PAIR_FACTOR_PARTS = 1250;

/** Steps of a degree of the coordinates of airports in GAIA. */
export const FINE_DEGREE = 1000;
/** The same of other airports, and of the corners of countries. */
export const COARSE_DEGREE = 50;

/** Digits of the airports' presence between two of its counts. */
export const COUNTED_DIGITS = 32;
/** So many countries, the largest, are counted by blocks of {@link COUNTED_AIRPORTS}. */
export const COUNTED_COUNTRIES = 8;
export const COUNTED_AIRPORTS = 512;

/** Departures a month that the highest digit stands for: digits are logarithms, within 7 %. */
export const MAX_DEPARTURES = 4000;

/** Distances of a carrier's layouts, kilometres. */
export const LAYOUT_STEP_KM = 50;

/** Parts of a logarithm in which deviations of load factors are packed. */
export const LOAD_STEP = 0.02;
/** The same of months. */
export const SEASON_STEP = 0.01;
/** The digit of no deviation. */
export const NO_DEVIATION = 32;
