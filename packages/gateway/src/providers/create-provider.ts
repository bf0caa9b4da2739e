import type { Config } from '../config.ts';
import type { CallLimits, Provider } from './provider.ts';

/**
 * Creates the configured provider. Only that one is loaded: Stripe's SDK alone has two hundred modules.
 * @param limits of each call; default: the provider's.
 */
export async function createProvider(config: Config, limits?: CallLimits): Promise<Provider> {
  const apiUrl = config.GATEWAY_PROVIDER_API_URL;
  const at = { limits, ...(apiUrl === undefined ? {} : { apiUrl }) };
  if (config.provider === 'stripe') {
    const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_WEBHOOK_SECRET: webhookSecret = '' } = config;
    const { stripeProvider } = await import('./stripe.ts');
    return stripeProvider({ secretKey, webhookSecret, ...at });
  }
  if (config.provider === 'razorpay') {
    const {
      RAZORPAY_KEY_ID: keyId = '',
      RAZORPAY_KEY_SECRET: keySecret = '',
      RAZORPAY_WEBHOOK_SECRET: webhookSecret = '',
    } = config;
    const { razorpayProvider } = await import('./razorpay.ts');
    return razorpayProvider({ keyId, keySecret, webhookSecret, ...at });
  }
  if (config.provider === 'none') return (await import('./none.ts')).noProvider();
  // A type error if a provider has no line above: it would accept test cards.
  config.provider satisfies 'sandbox';
  const { sandboxProvider } = await import('./sandbox.ts');
  return sandboxProvider();
}
