/** Texts of `<flight-offset-widget>` which come with the tick. */
export interface PayingMessages {
  /** Name of the group of shares. */
  readonly shares: string;
  /** The button, once the box is ticked. */
  readonly pay: string;
  /** The button, while the payment page is being opened. */
  readonly opening: string;
  /** The payment page could not be opened. */
  readonly notOpened: string;
  /** The quote was renewed and its price or amount is another one. */
  readonly changed: string;
  /** The order of this choice was made and paid before. */
  readonly used: string;
}
