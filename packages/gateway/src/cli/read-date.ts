import { isDay } from '@flight-offset/core';
import { UsageError } from './read-arguments.ts';

/** Reads a date that an option names, `2026-11-30`. @throws UsageError which names the option. */
export function readDate(name: string, text: string): string {
  if (!isDay(text)) throw new UsageError(`--${name} must be a date such as 2026-11-30.`);
  return text;
}
