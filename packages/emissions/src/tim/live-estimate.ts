/** Result of the live source for a flight. */
import type { ContrailRisk, Flight, FlightLabel, GramsPerCabin, ProvenanceStep } from '@flight-offset/core';
import type { AircraftCandidate, FlightEstimate } from '../estimate/flight-estimate.ts';

/** Source of a figure: Google's Travel Impact Model, the EU's label as Google passes it on, or this package. */
export type LiveSource = 'tim' | 'easa' | 'offline';

/** A flight's figure, from the live source or from this package. */
export interface LiveEstimate {
  /** The flight as it was given. */
  readonly flight: Flight;
  /** CO2e, well-to-wake, whole grams per passenger by cabin; from a label, only the cabins it states. */
  readonly emissionsGramsPerPax: Partial<GramsPerCabin>;
  readonly source: LiveSource;
  /** Name of the method, for the page. */
  readonly methodName: string;
  /** Where the method is documented. */
  readonly methodUrl: string;
  /** Version of the model. */
  readonly modelVersion: string;
  readonly provenance: readonly ProvenanceStep[];
  /** The EU's Flight Emissions Label, while it is valid. */
  readonly label?: FlightLabel;
  /** Warming by contrails, beside the figure and never part of it. */
  readonly contrails?: ContrailRisk;
  /** Only for an offline estimate: the live source states neither. */
  readonly interval?: FlightEstimate['interval'];
  readonly aircraft?: readonly AircraftCandidate[];
  readonly warnings?: FlightEstimate['warnings'];
}
