/** Messages of `<offset-status>`. `{…}` is a placeholder. */
export interface StatusMessages {
  /** While the payment is not settled. */
  readonly pending: string;
  /** Paid; what was bought follows in `allocated` or `retired`. */
  readonly completed: string;
  /** What was bought, `{mass}`, until the registry has retired it; the project follows. */
  readonly allocated: string;
  /** What was bought, `{mass}`, once it is retired; the project follows. */
  readonly retired: string;
  /** The same of aviation-fuel certificates, which are no credits. */
  readonly allocatedFuel: string;
  readonly retiredFuel: string;
  /** What was paid, `{price}`. */
  readonly amount: string;
  /** All that was paid was refunded; instead of `completed`. */
  readonly refunded: string;
  /** A part of what was paid was refunded. */
  readonly partRefunded: string;
  /** Identifier of the order, `{id}`, as on the payment page and the receipt. */
  readonly reference: string;
  /** Link to the receipt. */
  readonly receipt: string;
  /** Refused, cancelled or expired. */
  readonly failed: string;
  /** Not settled after two minutes. */
  readonly waiting: string;
  /** The state cannot be learnt now. */
  readonly unknown: string;
  /** That the booking does not depend on any of this. */
  readonly unaffected: string;
  readonly checkAgain: string;
  /** A mass in tonnes; `{n}` is the number. */
  readonly tonnes: string;
  /** The mandatory disclaimer. */
  readonly disclaimer: string;
}
