/** Messages of `<flight-offset-widget>` which load with the traveller's first click. */
export interface CheckoutMessages {
  /** Label of the group of options. */
  readonly options: string;
  /** Label of the projects to choose from. */
  readonly projects: string;
  /** Sold out: less than the chosen amount is left. */
  readonly soldOut: string;
  /** Purchased mass, `{mass}`, if it is aviation fuel and not carbon credits; its name follows. */
  readonly purchaseFuel: string;
  /** The button, if there is no price. */
  readonly pay: string;
  /** The button, with the `{price}`. */
  readonly payPrice: string;
  /** In place of the button, if the choice is a line of the booking: its `{price}`. */
  readonly added: string;
  /** The button, while the payment page is being opened. */
  readonly redirecting: string;
  /** The order or its payment page failed; `retry` of the widget follows if that may help. */
  readonly redirectFailed: string;
  /** The box was unticked because price, amount or project changed from `{before}` to `{after}`. */
  readonly offerChanged: string;
  /** The order of this choice is already paid. */
  readonly alreadyPaid: string;
}
