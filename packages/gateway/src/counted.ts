/** Formats a count with its noun: `1 order`, `1,200 orders`. @param many if it is not the singular with an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${new Intl.NumberFormat('en').format(count)} ${count === 1 ? one : many}`;
}
