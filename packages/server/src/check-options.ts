import { LANGUAGES, methodSchema, parse, projectSchema } from '@flight-offset/core';
import { OffsetClient } from '@flight-offset/core/server';
import * as z from 'zod';
import { LATER_TEXTS } from './messages/texts.ts';

/** Options that there are, by where they are set. */
const NAMES: Readonly<Record<string, string>> = {
  '': 'service quoteSecret quoteTtlSeconds confirmGraceSeconds currency amounts price project method policy estimator webhookUrl webhookSecrets returnUrl laterMessages paymentOrigins store breaker searchPages onOrderCompleted onOrderFailed onError now origins rateLimit maxBodyBytes bodyTimeoutMs authorize backendKey bookingContext',
  service:
    'baseUrl emissionsUrl environment apiKey signingKey platformId timeoutMs attemptTimeoutMs retry honoursIdempotencyKey allowHttp fetch hooks',
  'service.retry': 'retries baseMs maxMs maxRetryAfterMs',
  amounts: 'fractions minimumGrams roundToGrams groundEmissions infantFraction',
  policy: 'showFigures market label contrails cities',
  breaker: 'failures pauseMs',
  laterMessages: LANGUAGES.join(' '),
  ...Object.fromEntries(
    LANGUAGES.map((language) => [`laterMessages.${language}`, Object.keys(LATER_TEXTS.en).join(' ')]),
  ),
};

/** @throws TypeError which names the first option that nothing reads, such as a misspelt one, and those that there are. */
export function requireKnown(options: object): void {
  for (const [where, names] of Object.entries(NAMES)) {
    const path = where === '' ? [] : where.split('.');
    const value = path.reduce<unknown>((at, part) => Reflect.get(Object(at), part), options);
    if (value === undefined) continue;
    if (typeof value !== 'object' || value === null) throw new TypeError(`${where} must be an object`);
    // A client of the merchant's own may have more on it.
    for (const name of value instanceof OffsetClient ? [] : Object.keys(value))
      if (!names.split(' ').includes(name))
        throw new TypeError(`${[...path, name].join('.')} is no option; there are ${names}`);
  }
}

/** @throws TypeError which names what is no project or method, such as every quote would repeat. */
export function requireQuotable(options: object): void {
  try {
    parse(z.object({ project: projectSchema.nullish(), method: methodSchema.nullish() }), options);
  } catch (error) {
    throw new TypeError((error as Error).message);
  }
}

/** @throws TypeError which names the first of these options that is set, or has to be, and is no function. */
export function requireFunctions<T extends object>(
  options: T | undefined,
  names: readonly (keyof T & string)[],
  where = '',
  isRequired = false,
): void {
  for (const name of names)
    if (options && (options[name] || isRequired) && typeof options[name] !== 'function')
      throw new TypeError(`${where}${name} must be a function`);
}
