/** Normalises the spelling of a name for comparison: case, spaces and leading zeros are ignored. */
export function normalizeSpelling(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replaceAll(/(?<!\d)0+(?=\d)/g, '');
}
