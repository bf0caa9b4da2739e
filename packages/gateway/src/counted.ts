/** A number of things, in words: `1 order`, `1,200 orders`. @param many where it is not the singular with an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${new Intl.NumberFormat('en').format(count)} ${count === 1 ? one : many}`;
}
