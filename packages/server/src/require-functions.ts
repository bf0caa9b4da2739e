/** @throws TypeError which names the first of these options that is set and is no function. */
export function requireFunctions<T extends object>(options: T, names: readonly (keyof T & string)[]): void {
  for (const name of names)
    if (options[name] && typeof options[name] !== 'function')
      throw new TypeError(`${name} must be a function`);
}
