/**
 * Waits until all statements that are sent together have ended, even if one fails: none may still be running when the
 * transaction or the savepoint is rolled back.
 * @throws the error of the first one that failed.
 */
export async function allEnded<T extends readonly unknown[]>(
  ...statements: { readonly [I in keyof T]: Promise<T[I]> }
): Promise<T> {
  await Promise.allSettled(statements);
  return (await Promise.all(statements)) as unknown as T;
}
