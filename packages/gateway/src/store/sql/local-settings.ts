import { keepStatement } from './prepared.ts';

/** Returns SQL that changes settings for the rest of a transaction: one statement, which the server keeps. */
export function localSettings(settings: Readonly<Record<string, string>>): string {
  const all = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  return keepStatement(`select ${all.map((one, index) => `${one} as set_${index}`).join(', ')}`);
}
