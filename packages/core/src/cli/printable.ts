/** The text of others as a terminal may print it: control characters would move its cursor or clear what it shows. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}
