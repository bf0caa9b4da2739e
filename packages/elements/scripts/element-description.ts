/** A member of an element, as the manifest names it. */
export interface Described {
  readonly name: string;
  readonly description?: string;
  readonly privacy?: string;
  readonly kind?: string;
  readonly fieldName?: string;
  readonly attribute?: string;
  readonly type?: { readonly text: string };
}

/** An element, as the manifest describes it. */
export interface ElementDescription {
  readonly name: string;
  readonly tagName: string;
  readonly summary: string;
  readonly description: string;
  readonly attributes: readonly Described[];
  readonly members: readonly Described[];
  readonly events: readonly Described[];
  readonly slots: readonly Described[];
  readonly cssParts: readonly Described[];
  readonly cssProperties: readonly Described[];
  readonly cssStates: readonly Described[];
}
