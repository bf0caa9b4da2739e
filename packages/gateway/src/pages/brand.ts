import type { MerchantRow } from '../store/schema.ts';

/** Calculates the relative luminance of a colour `#rrggbb` (WCAG 2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Whether a text is a colour `#rrggbb`, the only form that is safe in a style sheet. */
export function isAccent(text: string): boolean {
  return /^#[0-9a-fA-F]{6}$/.test(text);
}

/**
 * A host that is safe in a Content-Security-Policy. `URL` also accepts hosts with a comma or a semicolon, which would
 * begin another policy or directive there.
 */
const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d+)?$/;

/** Whether a text is the `https` URL of a logo, which the payment page may load and name in its policy. */
export function isLogoUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host, username, password } = new URL(text);
  return protocol === 'https:' && HOST.test(host) && username === '' && password === '';
}

/** Whether a text is an origin as browsers write it, such as `https://air.example`, to which payers may return. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, host } = new URL(text);
  return origin === text && HOST.test(host);
}

/** The invalid part of a brand. */
export interface BrandFault {
  readonly part: 'accent' | 'logo' | 'origins';
  /** The rule it violates, to be read after its name: `must be a colour like #2346c7`. */
  readonly rule: string;
}

/** Finds an invalid part of a brand; undefined if there is none. @param brand only the parts to set. */
export function findBrandFault(brand: {
  readonly accent?: string | undefined;
  readonly logoUrl?: string | undefined;
  readonly origins?: readonly string[] | undefined;
}): BrandFault | undefined {
  const { accent, logoUrl, origins = [] } = brand;
  if (accent !== undefined && !isAccent(accent))
    return { part: 'accent', rule: 'must be a colour like #2346c7' };
  if (logoUrl !== undefined && !isLogoUrl(logoUrl))
    return { part: 'logo', rule: 'must be an https URL such as https://air.example/logo.svg' };
  if (!origins.every(isOrigin))
    return { part: 'origins', rule: 'must be origins like https://air.example, with commas between' };
  return undefined;
}

/** Returns black or white, whichever is more legible on an accent. */
export function onAccent(accent: string): string {
  // Contrast with white falls below the contrast with black at a luminance of 0.179.
  return luminance(accent) > 0.179 ? '#000000' : '#ffffff';
}

/** Returns the merchant's accent as a style sheet, with legible text on it. */
export function brandStyle({ accent }: Pick<MerchantRow, 'accent'>): string {
  if (accent === null || !isAccent(accent)) return '';
  const on = onAccent(accent);
  const off = on === '#000000' ? '#ffffff' : '#000000';
  const root = `:root { --accent: ${accent}; --on-accent: ${on}; --off-accent: ${off}; }`;
  return `${root}
a { color: var(--ink); }
@media screen and (prefers-color-scheme: dark) { ${root} }`;
}
