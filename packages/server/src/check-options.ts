/** Options that there are, by where they are set. */
const NAMES = {
  '': 'service quoteSecret quoteTtlSeconds confirmGraceSeconds currency amounts price project method policy estimator webhookUrl webhookSecrets returnUrl laterMessages paymentOrigins store breaker searchPages onOrderCompleted onOrderFailed onError now origins rateLimit maxBodyBytes bodyTimeoutMs authorize backendKey bookingContext',
  amounts: 'fractions minimumGrams roundToGrams groundEmissions infantFraction',
  policy: 'showFigures market label contrails cities',
  breaker: 'failures pauseMs',
};

/** @throws TypeError which names the first option that nothing reads, such as a misspelt one, and those that there are. */
export function requireKnown(options: object): void {
  for (const [where, names] of Object.entries(NAMES))
    for (const name in where ? Reflect.get(options, where) : options)
      if (!names.split(' ').includes(name))
        throw new TypeError(`${where && `${where}.`}${name} is no option; there are ${names}`);
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
