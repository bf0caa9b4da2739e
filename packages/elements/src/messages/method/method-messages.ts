import type { Comparison, ContrailRisk, FigureNote, Method, TypicalMethod } from '@flight-offset/core';

/** Codes of the backend: methods, notes, the basis of the typical figure, the risk of contrails. */
type Code =
  | NonNullable<Method['code']>
  | TypicalMethod
  | FigureNote['code']
  | `contrails_${ContrailRisk['risk']}`;

/** A comparison in words, with `{percent}`: with the carriers of this route, or with flights of this length. */
type Compared = `${Comparison['level']}_${'route' | 'length'}`;

/**
 * Messages on the flights and on how their figure was estimated, which load with the details. Codes of the backend are
 * the names of their messages: methods, followed by their version; the basis of the typical figure, followed by the
 * number of airlines; notes, with `{mass}` per passenger and `{names}` of methods; the risk of contrails, which is
 * shown beside the figure and never part of it.
 */
export interface MethodMessages extends Readonly<Record<Code | Compared, string>> {
  /** One leg; `{from}` and `{to}` are airport codes. */
  readonly route: string;
  /** Scope of the figure. */
  readonly scope: string;
  /** The typical figure, `{mass}`. */
  readonly typicalMass: string;
  /** The 10th and 90th percentile, `{low}` and `{high}`: eight of ten estimates are between them. */
  readonly band: string;
  /** An `{aircraft}` that is not certain, and how likely it is, `{percent}`. */
  readonly probably: string;
}
