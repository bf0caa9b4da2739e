import type { Cabin } from '@flight-offset/core';

/** Every text of `<flight-offset-widget>` and `<flight-emissions>`. `{…}` stands for a value. */
export interface WidgetMessages {
  /** While the estimate is on its way. */
  readonly estimating: string;
  /** Above the figure; `{cabin}` is one of `cabins`. */
  readonly label: string;
  /** The four cabins, as they read inside `label`. */
  readonly cabins: Readonly<Record<Cabin, string>>;
  /** A mass in tonnes; `{n}` is the number. */
  readonly tonnes: string;
  /** After the figure, when it is that of one passenger. */
  readonly perPassenger: string;
  /** After the figure, when it is that of all passengers together. */
  readonly inAll: string;
  /** What the figure covers. */
  readonly covers: string;
  /** One leg, `{from}` and `{to}` being airport codes. */
  readonly route: string;
  /** Comparison with what is usual on the route. */
  readonly lower: string;
  readonly typical: string;
  readonly higher: string;
  /** The usual figure, `{mass}`. */
  readonly typicalMass: string;
  /** The 10th and 90th percentile, `{low}` and `{high}`. */
  readonly between: string;
  /** Title of the disclosure. */
  readonly how: string;
  /** The choice itself, beside the unticked box. */
  readonly contribute: string;
  /** What is bought, `{mass}`; the project follows. */
  readonly buys: string;
  /** The mandatory sentence: a contribution does not reduce or cancel this flight's emissions. */
  readonly honest: string;
  /** The neutral way out; `unaffected` follows. */
  readonly skip: string;
  /** That the booking does not depend on any of this. */
  readonly unaffected: string;
  /** No estimate: a normal state. */
  readonly unavailable: string;
  /** The estimate did not arrive, or what follows the tick did not. */
  readonly failed: string;
  readonly retry: string;
}
