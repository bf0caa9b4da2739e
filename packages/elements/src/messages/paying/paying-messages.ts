import type { ContrailRisk } from '@flight-offset/core';

/** Texts of `<flight-offset-widget>` which come with the traveller's first touch. */
export interface PayingMessages {
  /** Name of the group of options. */
  readonly options: string;
  /** The button, once the box is ticked. */
  readonly pay: string;
  /** The button, while the payment page is being opened. */
  readonly opening: string;
  /** The payment page could not be opened; `retry` of the widget follows where that may help. */
  readonly notOpened: string;
  /** The box was unticked because price, amount or project changed from `{before}` to `{after}`. */
  readonly changed: string;
  /** The order of this choice was made and paid before. */
  readonly used: string;
  /** Risk of contrails, which is told beside the figure and never part of it. */
  readonly contrails: Readonly<Record<ContrailRisk['risk'], string>>;
}
