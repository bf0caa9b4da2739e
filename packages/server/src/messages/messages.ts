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
  /** The `{project}` by name. */
  readonly project: string;
  /** What is bought: `{mass}`. */
  readonly purchase: string;
  /** The same of aviation-fuel certificates, which are no credits. */
  readonly purchaseFuel: string;
  /** The mandatory disclaimer: a contribution does not reduce or cancel this flight's emissions. */
  readonly disclaimer: string;
  /** Label of the unticked box, with the `{price}`; the mass where there is no price. */
  readonly agree: string;
  /** Why the form was not taken: the box was not ticked. */
  readonly agreeFirst: string;
  /** Why the form was not taken: the offer is another one by now. */
  readonly renewed: string;
  /** The button of the form. */
  readonly pay: string;
  /** That the booking does not depend on it. */
  readonly optional: string;
  /** The order of the link is not paid yet; a link with `resume` follows. */
  readonly pending: string;
  /** Leads on to the payment page. */
  readonly resume: string;
  /** The booking has a contribution already. */
  readonly contributed: string;
  /** The order of the link was not paid in time. */
  readonly failed: string;
  /** Nothing can be offered at the moment. */
  readonly unavailable: string;
  /** The link has expired; also where the contribution was refunded with the booking. */
  readonly expired: string;
  /** The link is not one of this merchant's. */
  readonly notFound: string;
}
