/** Reads responses of the Travel Impact Model API; the API itself is in `tim-api.ts`. */
import type { DepartureDate, Flight, GramsPerCabin } from '@flight-offset/core';
import { CABINS } from '../aircraft/seats.ts';
import { type Fields, isFields } from '../flight/flight-refusal.ts';

/** More than any passenger's share; a larger figure is an error of the response. */
const MAX_GRAMS = 100_000_000;

/**
 * The API did not return figures. The message never holds the key.
 * @example
 * const estimator = timEstimator({
 *   apiKey,
 *   onError: (error) => {
 *     if (error instanceof TimError) console.warn(error.status, error.message);
 *   },
 * });
 */
export class TimError extends Error {
  override readonly name = 'TimError';
  readonly code = 'tim_unavailable';
  /** HTTP status; undefined if there was no response. */
  readonly status: number | undefined;

  constructor(message: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.status = status;
  }
}

/** Warming by contrails, compared with that by the CO2e of the flight. */
export type ContrailsBucket = 'negligible' | 'moderate' | 'severe';

/** Fields of the EU's Flight Emissions Label beside its figure. */
export interface EasaLabel {
  readonly version?: string;
  readonly issued?: DepartureDate;
  /** Last day on which the label may be shown. */
  readonly expires?: DepartureDate;
  /** Reduction by sustainable fuel, 0 to 1, as on the label; it is not deducted from the figure. */
  readonly safDiscount?: number;
}

/** The API's figures for a flight. */
export interface TimFigures {
  readonly emissionsGramsPerPax: Partial<GramsPerCabin>;
  readonly source: 'tim' | 'easa';
  readonly contrails?: ContrailsBucket;
  readonly label?: EasaLabel;
}

/** The API's figures for some flights, by {@link timKey}. */
export interface TimResponse {
  readonly figures: ReadonlyMap<string, TimFigures>;
  /** `3.0.0.20260430`. */
  readonly modelVersion: string;
}

/** A flight as the API identifies it: the carrier by IATA code. */
export type TimFlight = Omit<Flight, 'aircraft'>;

/** Returns a key for a flight; the API returns codes in capitals. */
export function timKey({
  origin,
  destination,
  operatingCarrierCode,
  flightNumber,
  departureDate,
}: TimFlight): string {
  const { year, month, day } = departureDate;
  return `${origin}-${destination} ${operatingCarrierCode}${flightNumber} ${year}-${month}-${day}`.toUpperCase();
}

const isWhole = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;

/** Returns the cabins with a figure; undefined if there is none, which means that the API has no estimate. */
function gramsOf(value: unknown): Partial<GramsPerCabin> | undefined {
  if (!isFields(value)) return undefined;
  const grams: { -readonly [C in keyof GramsPerCabin]?: number } = {};
  for (const cabin of CABINS) {
    const figure = value[cabin];
    if (figure === undefined || figure === 0) continue;
    if (!isWhole(figure, 1, MAX_GRAMS)) throw new TimError(`the response has no valid figure for ${cabin}`);
    grams[cabin] = figure;
  }
  return Object.keys(grams).length > 0 ? grams : undefined;
}

function dateOf(value: unknown): DepartureDate | undefined {
  if (!isFields(value)) return undefined;
  const { year, month, day } = value;
  return isWhole(year, 1, 9999) && isWhole(month, 1, 12) && isWhole(day, 1, 31)
    ? { year, month, day }
    : undefined;
}

const BUCKETS: Readonly<Record<string, ContrailsBucket>> = {
  CONTRAILS_IMPACT_NEGLIGIBLE: 'negligible',
  CONTRAILS_IMPACT_MODERATE: 'moderate',
  CONTRAILS_IMPACT_SEVERE: 'severe',
};

function labelOf(value: unknown): EasaLabel | undefined {
  if (!isFields(value)) return undefined;
  const { labelVersion, safDiscountPercentage: discount } = value;
  const [issued, expires] = [dateOf(value.labelIssueDate), dateOf(value.labelExpiryDate)];
  return {
    ...(typeof labelVersion === 'string' && labelVersion.length <= 40 && { version: labelVersion }),
    ...(issued && { issued }),
    ...(expires && { expires }),
    ...(typeof discount === 'number' && discount >= 0 && discount <= 1 && { safDiscount: discount }),
  };
}

function figuresOf(entry: Fields): TimFigures | undefined {
  const emissionsGramsPerPax = gramsOf(entry.emissionsGramsPerPax);
  if (!emissionsGramsPerPax) return undefined;
  const { contrailsImpactBucket: bucket } = entry;
  const contrails =
    typeof bucket === 'string' && Object.hasOwn(BUCKETS, bucket) ? BUCKETS[bucket] : undefined;
  const isEasa = entry.source === 'EASA';
  const label = isEasa ? labelOf(entry.easaLabelMetadata) : undefined;
  return {
    emissionsGramsPerPax,
    source: isEasa ? 'easa' : 'tim',
    ...(contrails && { contrails }),
    ...(label && { label }),
  };
}

function isTimFlight(value: unknown): value is TimFlight {
  return (
    isFields(value) &&
    typeof value.origin === 'string' &&
    typeof value.destination === 'string' &&
    typeof value.operatingCarrierCode === 'string' &&
    typeof value.flightNumber === 'number' &&
    dateOf(value.departureDate) !== undefined
  );
}

function versionOf(value: unknown): string {
  if (!isFields(value)) throw new TimError('the response states no modelVersion');
  // Numbers that are 0 are left out, as everywhere in the JSON of this API.
  const { major, minor = 0, patch = 0, dated } = value;
  const isVersion = isWhole(major, 1, 999) && isWhole(minor, 0, 999) && isWhole(patch, 0, 999);
  if (!isVersion || typeof dated !== 'string' || !/^\d{8}$/.test(dated))
    throw new TimError('the response states no valid modelVersion');
  return `${major}.${minor}.${patch}.${dated}`;
}

/** Reads the body of a successful response. @throws TimError if it does not conform to the API's description. */
export function readTimResponse(json: unknown): TimResponse {
  if (!isFields(json) || !Array.isArray(json.flightEmissions))
    throw new TimError('the response has no flightEmissions');
  const figures = new Map<string, TimFigures>();
  for (const entry of json.flightEmissions as unknown[]) {
    if (!isFields(entry) || !isTimFlight(entry.flight))
      throw new TimError('the response has an entry without flight');
    const found = figuresOf(entry);
    if (found) figures.set(timKey(entry.flight), found);
  }
  return { figures, modelVersion: versionOf(json.modelVersion) };
}
