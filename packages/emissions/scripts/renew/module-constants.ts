/** Reads the constants of generated modules from their text, so that two generations can be held side by side. */

/** Text of generated modules by name, without the ending. */
export type ModuleTexts = Readonly<Record<string, string>>;

/** The constants of all modules by name; numbers as text. Of a name that two modules have, the first's: lite's airports repeat names. */
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
