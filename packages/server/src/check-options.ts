import { isCurrency, LANGUAGES, methodSchema, parse, projectSchema } from '@flight-offset/core';
import { checkNumber, OffsetClient, webhookKey } from '@flight-offset/core/server';
import * as z from 'zod';
import { readAddress, requireAddress } from './address.ts';
import { LATER_TEXTS } from './messages/texts.ts';
import type { OffsetOptions } from './options.ts';
import { checkRate } from './pricing/price.ts';

/** Names of options, by where they are set. */
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

/** @throws TypeError that names the first unknown option, such as a misspelt one, and the known ones. */
export function requireKnown(options: object): void {
  for (const [where, names] of Object.entries(NAMES)) {
    const path = where === '' ? [] : where.split('.');
    const value = path.reduce<unknown>((at, part) => Reflect.get(Object(at), part), options);
    // The merchant's own client may have more fields.
    if (value === undefined || value instanceof OffsetClient) continue;
    if (typeof value !== 'object' || value === null) throw new TypeError(`${where} must be an object`);
    const unknown = Object.keys(value).find((name) => !names.split(' ').includes(name));
    if (unknown !== undefined)
      throw new TypeError(`${[...path, unknown].join('.')} is no option; there are ${names}`);
  }
}

/** @throws TypeError that names an invalid project or method: every quote would repeat it. */
function requireQuotable(options: object): void {
  try {
    parse(z.object({ project: projectSchema.nullish(), method: methodSchema.nullish() }), options);
  } catch (error) {
    throw new TypeError((error as Error).message);
  }
}

/** @throws TypeError that names the first of these options that is set or required, and is not a function. */
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

/** Checks options before they are used. @throws TypeError that names the invalid one. */
export function checkOptions(options: OffsetOptions): void {
  if (options.price !== undefined && typeof options.price !== 'function') checkRate(Object(options.price));
  if (options.currency !== undefined && !isCurrency(options.currency))
    throw new TypeError('currency must be an ISO 4217 code such as EUR');
  checkNumber('quoteTtlSeconds', options.quoteTtlSeconds, { min: 1 });
  checkNumber('confirmGraceSeconds', options.confirmGraceSeconds);
  checkNumber('searchPages', options.searchPages, { min: 1 });
  checkNumber('breaker.failures', options.breaker?.failures, { min: 1 });
  checkNumber('breaker.pauseMs', options.breaker?.pauseMs);
  checkWebhookSecrets(options.webhookSecrets ?? []);
  requireFunctions(options, ['onOrderCompleted', 'onOrderFailed', 'onError', 'estimator', 'now']);
  requireQuotable(options);
  if (!/^(undefined|boolean|function)$/.test(typeof options.policy?.showFigures))
    throw new TypeError('policy.showFigures must be true, false or a function');
  if (!/^(undefined|string|function)$/.test(typeof options.policy?.market))
    throw new TypeError('policy.market must be a text such as eu, or a function');
  requireFunctions(options.policy, ['label', 'contrails', 'cities'], 'policy.');
  requireFunctions(options.store, ['get', 'set', 'setIfAbsent', 'delete', 'listPending'], 'store.', true);
  requireAddress('webhookUrl', options.webhookUrl);
  // From a base URL that ends with a slash: routers have nothing at such a path, and nobody sees the webhook's 404.
  if (readAddress(options.webhookUrl)?.pathname.includes('//'))
    throw new TypeError('webhookUrl must have no // in its path');
  requireAddress('returnUrl', options.returnUrl);
}

function checkWebhookSecrets(secrets: readonly string[]): void {
  try {
    for (const secret of secrets) webhookKey(secret);
  } catch {
    throw new TypeError(
      'webhookSecrets must hold secrets of webhooks: "whsec_" and base64 of 24 to 64 bytes',
    );
  }
}
