import type { Config } from '../config.ts';
import type { Provider } from './provider.ts';
import { razorpayProvider } from './razorpay.ts';
import { sandboxProvider } from './sandbox.ts';
import { stripeProvider } from './stripe.ts';

/** The provider which the configuration names. */
export function createProvider(config: Config): Provider {
  const apiUrl = config.GATEWAY_PROVIDER_API_URL;
  const at = apiUrl === undefined ? {} : { apiUrl };
  if (config.provider === 'stripe') {
    const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_WEBHOOK_SECRET: webhookSecret = '' } = config;
    return stripeProvider({ secretKey, webhookSecret, ...at });
  }
  if (config.provider === 'razorpay') {
    const {
      RAZORPAY_KEY_ID: keyId = '',
      RAZORPAY_KEY_SECRET: keySecret = '',
      RAZORPAY_WEBHOOK_SECRET: webhookSecret = '',
    } = config;
    return razorpayProvider({ keyId, keySecret, webhookSecret, ...at });
  }
  return sandboxProvider();
}
