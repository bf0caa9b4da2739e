/**
 * Waits for statements that are sent together, and for the last of them if one fails: none may still be running when
 * the transaction or the savepoint is rolled back.
 * @throws the error of the first one that failed.
 */
export async function allEnded<T extends readonly unknown[]>(
  ...statements: { readonly [I in keyof T]: Promise<T[I]> }
): Promise<T> {
  await Promise.allSettled(statements);
  return (await Promise.all(statements)) as unknown as T;
}
