/** Texts of the page of a link to contribute later. Texts in braces are replaced. */
export interface LaterMessages {
  /** A mass of `{n}` tonnes. */
  readonly tonnes: string;
  readonly title: string;
  readonly flights: string;
  /** One flight. */
  readonly leg: string;
  readonly estimate: string;
  readonly project: string;
  readonly purchase: string;
  readonly disclaimer: string;
  readonly agree: string;
  readonly agreeFirst: string;
  readonly renewed: string;
  readonly pay: string;
  readonly optional: string;
  readonly pending: string;
  readonly resume: string;
  readonly contributed: string;
  readonly failed: string;
  readonly unavailable: string;
  readonly expired: string;
  readonly notFound: string;
}
