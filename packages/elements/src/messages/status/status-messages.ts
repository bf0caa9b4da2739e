/** Messages of `<offset-status>`. `{…}` is a placeholder. */
export interface StatusMessages {
  /** While the payment is not settled. */
  readonly pending: string;
  /** Paid; the purchase follows in `allocated` or `retired`. */
  readonly completed: string;
  /** Purchased mass, `{mass}`, until the registry has retired it; the project follows. */
  readonly allocated: string;
  /** Purchased mass, `{mass}`, once it is retired; the project follows. */
  readonly retired: string;
  /** `allocated` for aviation-fuel certificates, which are not credits. */
  readonly allocatedFuel: string;
  readonly retiredFuel: string;
  /** Amount paid, `{price}`. */
  readonly amount: string;
  /** The whole payment was refunded; instead of `completed`. */
  readonly refunded: string;
  /** A part of the payment was refunded. */
  readonly partRefunded: string;
  /** Identifier of the order, `{id}`, as on the payment page and the receipt. */
  readonly reference: string;
  /** Link to the receipt. */
  readonly receipt: string;
  /** Refused, cancelled or expired. */
  readonly failed: string;
  /** Not settled after two minutes. */
  readonly waiting: string;
  /** The status cannot be determined now. */
  readonly unknown: string;
  /** That the booking does not depend on any of this. */
  readonly unaffected: string;
  readonly checkAgain: string;
  /** A mass in tonnes; `{n}` is the number. */
  readonly tonnes: string;
  /** The mandatory disclaimer. */
  readonly disclaimer: string;
}
