import type { Cabin, ContrailRisk, Flight, FlightLabel, ProvenanceStep } from '@flight-offset/core';
import type { CallOptions, FlightEstimateResponse } from '@flight-offset/core/server';

/** Requests estimates, with their derivation if the service has that extension. */
export type FlightEstimator = (
  legs: readonly Flight[],
  options: CallOptions,
) => Promise<FlightEstimateResponse[]>;

/** A flight's figures by the merchant's own estimator; it may have more fields than these. */
export interface EstimatedFlight {
  /** Grams of CO2e per passenger; a cabin without a figure is left out. */
  readonly emissionsGramsPerPax: { readonly [C in Cabin]?: number | undefined };
  /**
   * Name, URL and version of the method; a receipt states name and version, each of 200 characters at most. Default of
   * the name, if there is a version: this project's engine.
   */
  readonly methodName?: string;
  /** An absolute URL. */
  readonly methodUrl?: string;
  readonly modelVersion?: string;
  /** For the page, if the estimator states them. */
  readonly label?: FlightLabel;
  readonly contrails?: ContrailRisk;
  /** Steps of the derivation; the quote and the receipt state their publishers. */
  readonly provenance?: readonly ProvenanceStep[];
}

/**
 * Estimates flights, in order: the option `estimator`. Returns one result per flight; an error that it throws fails the
 * quote, as `internal` if it is not an error of the service.
 * @example
 * const estimator: FlightEstimates = async (legs) =>
 *   legs.map((leg) => ({ emissionsGramsPerPax: { economy: gramsOf(leg) } }));
 */
export type FlightEstimates = (
  legs: readonly Flight[],
  options: { readonly signal?: AbortSignal },
) => Promise<readonly EstimatedFlight[]>;

/** Wraps the merchant's own estimator and checks its results: one per flight. */
export function ownEstimator(estimates: FlightEstimates): FlightEstimator {
  return async (legs, options) => {
    const results = await estimates(legs, options);
    if (!Array.isArray(results) || results.length !== legs.length)
      throw new TypeError(`the option estimator must return one result for each of ${legs.length} flights`);
    return results.map((result, at) => ({ flight: legs[at]!, ...result }));
  };
}
