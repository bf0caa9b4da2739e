/** A name in one spelling, by which it is compared: neither case, spaces nor leading zeros count. */
export function spelling(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replaceAll(/(?<!\d)0+(?=\d)/g, '');
}
