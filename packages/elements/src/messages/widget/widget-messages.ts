import type { Cabin } from '@flight-offset/core';

/**
 * Messages of `<flight-offset-widget>` and `<flight-emissions>`. `{…}` is a placeholder.
 *
 * @example
 * widget.messages = { loading: 'One moment …', total: 'for all of you' };
 */
export interface WidgetMessages {
  /** While the quote is loading. */
  readonly loading: string;
  /** Above the figure; `{cabin}` is one of `cabins`. */
  readonly label: string;
  /** The four cabins, as they read inside `label`. */
  readonly cabins: Readonly<Record<Cabin, string>>;
  /** A mass in tonnes; `{n}` is the number. */
  readonly tonnes: string;
  /** After the figure, if it is for one passenger. */
  readonly perPassenger: string;
  /** After the figure, if it is for all passengers together. */
  readonly total: string;
  /** The 10th and 90th percentile, `{low}` and `{high}`. */
  readonly range: string;
  /** Title of the disclosure with flights, scale and method. */
  readonly details: string;
  /** Label of the unticked box. */
  readonly optIn: string;
  /** Purchased mass, `{mass}`; the project follows. */
  readonly purchase: string;
  /** The mandatory disclaimer: a contribution does not reduce or cancel this flight's emissions. */
  readonly disclaimer: string;
  /** The neutral opt-out; `unaffected` follows. */
  readonly optOut: string;
  /** That the booking does not depend on any of this. */
  readonly unaffected: string;
  /** No estimate: a normal state. */
  readonly unavailable: string;
  /** The quote failed to load. */
  readonly failed: string;
  /** The button after `failed`; also the last words of other messages. */
  readonly retry: string;
}
