/** Requests that Stripe and Razorpay refuse before they act on them, as far as the gateway could send them. */

/** A request to create an object, as its provider reads it. */
export interface ProviderForm {
  readonly path: string;
  readonly body: string;
  readonly key: string | undefined;
}

/** The field at fault and the provider's code for the fault; undefined if the request is accepted. */
export type Refusal = { readonly field: string; readonly code: string } | undefined;

type Rule = readonly [field: string, isFine: boolean, code?: string];

function firstOf(rules: readonly Rule[], usual: string): Refusal {
  const broken = rules.find(([, isFine]) => !isFine);
  return broken && { field: broken[0], code: broken[2] ?? usual };
}

const secondsFromNow = (time: unknown): number => Number(time) - Date.now() / 1000;

/** Whether a text is a whole number in digits alone. */
const isWhole = (text: string | null): text is string => /^\d{1,15}$/.test(text ?? '');

/** Stripe's smallest charges in its own minor units. A part of https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const STRIPE_LEAST: Readonly<Record<string, number>> = { inr: 50, eur: 50, usd: 50, gbp: 30, jpy: 50 };
const THREE_DECIMALS = /^(?:bhd|jod|kwd|omr|tnd)$/;

/** Returns the rules for an amount at Stripe: see https://docs.stripe.com/currencies */
function stripeAmount(field: string, amount: string | null, currency: string, least: number): Rule[] {
  return [
    [field, isWhole(amount), 'parameter_invalid_integer'],
    [field, Number(amount) >= least, 'amount_too_small'],
    [field, Number(amount) <= 99_999_999, 'amount_too_large'],
    [field, !THREE_DECIMALS.test(currency) || Number(amount) % 10 === 0, 'invalid_request_error'],
  ];
}

/** At most fifty keys of 40 characters, values of 500: https://docs.stripe.com/api/metadata */
function metadata(form: URLSearchParams): Rule[] {
  const entries = [...form].filter(([name]) => name.includes('metadata['));
  return [
    ['metadata', entries.length <= 50],
    ['metadata', entries.every(([name]) => (/metadata\[(.*)\]$/.exec(name)?.[1] ?? '').length <= 40)],
    ['metadata', entries.every(([, value]) => value.length <= 500)],
  ];
}

/** At most 5000 characters, according to Stripe's refusal. */
function stripeUrl(field: string, form: URLSearchParams): Rule[] {
  const url = form.get(field) ?? '';
  return [
    [field, URL.canParse(url), 'url_invalid'],
    [field, url.length <= 5000],
  ];
}

/**
 * Checks a request by https://docs.stripe.com/api/checkout/sessions/create and
 * https://docs.stripe.com/api/refunds/create
 */
export function stripeRefusal({ path, body, key = '' }: ProviderForm): Refusal {
  const form = new URLSearchParams(body);
  const rules: Rule[] = [['Idempotency-Key', key.length <= 255], ...metadata(form)];
  if (path === '/v1/refunds') rules.push(...stripeAmount('amount', form.get('amount'), '', 1));
  if (path === '/v1/checkout/sessions') {
    const price = 'line_items[0][price_data]';
    const currency = form.get(`${price}[currency]`) ?? '';
    const left = secondsFromNow(form.get('expires_at'));
    rules.push(
      ['mode', form.get('mode') === 'payment', 'parameter_missing'],
      ['client_reference_id', (form.get('client_reference_id') ?? '').length <= 200],
      ['expires_at', left >= 30 * 60 && left <= 24 * 3600],
      ...stripeUrl('success_url', form),
      ...stripeUrl('cancel_url', form),
      [
        `${price}[product_data][name]`,
        Boolean(form.get(`${price}[product_data][name]`)),
        'parameter_invalid_empty',
      ],
      [`${price}[currency]`, /^[a-z]{3}$/.test(currency)],
      ...stripeAmount(
        `${price}[unit_amount]`,
        form.get(`${price}[unit_amount]`),
        currency,
        STRIPE_LEAST[currency] ?? 1,
      ),
    );
  }
  return firstOf(rules, 'parameter_invalid');
}

const LINK_FIELDS =
  'amount currency accept_partial reference_id notes description expire_by notify reminder_enable callback_url callback_method';
const REFUND_FIELDS = 'amount speed notes receipt';

const onlyHas = (body: object, fields: string): boolean =>
  Object.keys(body).every((name) => fields.split(' ').includes(name));

/** At least one rupee; with three decimals, the last must be 0. */
function razorpayAmount(amount: unknown, currency: string): Rule[] {
  return [
    ['amount', Number.isSafeInteger(amount) && Number(amount) >= (currency === 'INR' ? 100 : 1)],
    ['amount', !THREE_DECIMALS.test(currency.toLowerCase()) || Number(amount) % 10 === 0],
  ];
}

/**
 * Checks a request by https://razorpay.com/docs/api/payments/payment-links/create-standard, …/api/refunds/create-normal
 * and …/api/refunds/normal-refunds-idempotent
 * @param currency of the refunded payment.
 */
export function razorpayRefusal({ path, body, key }: ProviderForm, currency: string): Refusal {
  const json = JSON.parse(body);
  const rules: Rule[] = [];
  if (path.endsWith('/refund'))
    rules.push(
      ['X-Refund-Idempotency', key === undefined || /^[\w-]{10,}$/.test(key)],
      ['body', onlyHas(json, REFUND_FIELDS)],
      ...razorpayAmount(json.amount, currency),
    );
  if (path === '/v1/payment_links') {
    const left = secondsFromNow(json.expire_by);
    const notes: [string, unknown][] = Object.entries(json.notes);
    rules.push(
      ['body', onlyHas(json, LINK_FIELDS)],
      ['reference_id', json.reference_id.length <= 40],
      ['description', json.description.length <= 2048],
      ['expire_by', left >= 15 * 60 && left <= 184 * 86_400],
      [
        'notes',
        notes.length <= 15 && notes.every((note) => note.every((text) => String(text).length <= 255)),
      ],
      ['callback_url', URL.canParse(json.callback_url) && json.callback_method === 'get'],
      ...razorpayAmount(json.amount, json.currency),
    );
  }
  return firstOf(rules, 'BAD_REQUEST_ERROR');
}
