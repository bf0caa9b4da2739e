/**
 * Whether the page or its backend is set up in a way that cannot work, such as an invalid leg, a parameter that the
 * backend refuses, or an unknown address. Trying again does not help a traveller then.
 */
export function isDeveloperError(cause: unknown): boolean {
  return /bad_request|forbidden|not_found/.test((cause as { readonly code: string }).code);
}
