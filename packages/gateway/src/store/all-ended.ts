/**
 * Waits for statements which are sent together, and for the last of them where one fails: none may still be under
 * way when the transaction, or the savepoint, is rolled back.
 * @throws what the first of them that failed threw.
 */
export async function allEnded<T extends readonly unknown[]>(
  ...statements: { readonly [I in keyof T]: Promise<T[I]> }
): Promise<T> {
  await Promise.allSettled(statements);
  return (await Promise.all(statements)) as unknown as T;
}
