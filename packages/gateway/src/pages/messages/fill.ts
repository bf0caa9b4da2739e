/** Fills in the places of a message. */
export function fill(message: string, values: Readonly<Record<string, string>>): string {
  return message.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
