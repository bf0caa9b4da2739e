/**
 * The anchor that the site gives a heading, for headings of letters, digits and common punctuation.
 *
 * @example
 * ```ts
 * anchorOf("Get one order's status"); // 'get-one-order-s-status'
 * ```
 */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/**
 * Creates a mark for an anchor that has moved to another page: old links lead to the row that names the new one.
 * @param heading The heading, or its explicit anchor.
 */
export const formerAnchor = (heading: string): string => `<span id="${anchorOf(heading)}"></span>`;
