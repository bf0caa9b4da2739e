import type { Config } from '../config.ts';

/** Origins of the providers' own payment pages. */
const PAGES: Readonly<Record<Config['provider'], readonly string[]>> = {
  sandbox: [],
  none: [],
  stripe: ['https://checkout.stripe.com'],
  razorpay: ['https://rzp.io', 'https://*.razorpay.com'],
};

/**
 * Returns the origins to which the payment page's form may lead: browsers stop the redirect to any other. The
 * provider's page may be under a custom domain, which the configuration then names.
 */
export function paymentOrigins({ provider, GATEWAY_CHECKOUT_URL: own }: Config): readonly string[] {
  return own === undefined ? PAGES[provider] : [...PAGES[provider], new URL(own).origin];
}
