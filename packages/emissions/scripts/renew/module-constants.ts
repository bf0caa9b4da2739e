/** Reads the constants of generated modules from their text, so that two generations can be compared. */

/** Text of generated modules by name, without the ending. */
export type ModuleTexts = Readonly<Record<string, string>>;

/**
 * Returns the constants of all modules by name; numbers as text. If two modules have a name, the first one's: lite's
 * airports repeat names.
 */
export function constantsOf(modules: ModuleTexts): (name: string) => string {
  const constants = new Map<string, string>();
  for (const text of Object.values(modules)) {
    for (const [, name = '', quoted, bare] of text.matchAll(
      /^export const (\w+)(?:: string)? =\s+(?:'([^']*)'|(\d+));$/gm,
    )) {
      if (!constants.has(name)) constants.set(name, quoted ?? bare ?? '');
    }
  }
  return (name) => {
    const value = constants.get(name);
    if (value === undefined)
      throw new Error(`no constant ${name}: these modules are packed another way, compare by a later commit`);
    return value;
  };
}
