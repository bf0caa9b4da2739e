/**
 * Texts of the page of a link to contribute later. Texts in braces are replaced.
 * @example
 * createOffsetHandler({ service, laterMessages: { en: { title: 'Support a climate project' } } });
 */
export interface LaterMessages {
  /** A mass of `{n}` tonnes. */
  readonly tonnes: string;
  /** Title of the page. */
  readonly title: string;
  /** Above the list of flights. */
  readonly flights: string;
  /** One flight: `{from}` and `{to}`, codes of airports, `{flight}` and `{date}`. */
  readonly leg: string;
  /** The emissions of all travellers, `{mass}` of CO2e; left out where figures are withheld. */
  readonly estimate: string;
  /** The name of the `{project}`. */
  readonly project: string;
  /** The purchase: `{mass}`. */
  readonly purchase: string;
  /** The purchase of aviation-fuel certificates, which are no credits: `{mass}`. */
  readonly purchaseFuel: string;
  /** The mandatory disclaimer: a contribution does not reduce or cancel this flight's emissions. */
  readonly disclaimer: string;
  /** Label of the unticked box, with the `{price}`; with the mass if there is no price. */
  readonly agree: string;
  /** Refusal of the form: the box was not ticked. */
  readonly agreeFirst: string;
  /** Refusal of the form: the offer has changed. */
  readonly renewed: string;
  /** The button of the form. */
  readonly pay: string;
  /** States that the booking does not depend on the contribution. */
  readonly optional: string;
  /** The order of the link is not paid yet; a link with `resume` follows. */
  readonly pending: string;
  /** Text of the link to the payment page. */
  readonly resume: string;
  /** The booking has a contribution already. */
  readonly contributed: string;
  /** The order of the link was not paid in time. */
  readonly failed: string;
  /** Nothing can be offered at the moment. */
  readonly unavailable: string;
  /** The link has expired, or the contribution was refunded with the booking. */
  readonly expired: string;
  /** The link is invalid, or another merchant's. */
  readonly notFound: string;
}
