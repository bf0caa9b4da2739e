import type { Provider } from './provider.ts';
import { ProviderError } from './provider-error.ts';
import { sandboxProvider } from './sandbox.ts';

/** Creates the provider of a gateway whose merchants all collect the money with the booking: it takes no payments. */
export function noProvider(): Provider {
  const nobody = async (): Promise<never> => {
    throw new ProviderError('none', 'start', { code: 'NO_PROVIDER' });
  };
  // Without payments, there is nothing to look up either.
  return { ...sandboxProvider(), name: 'none', start: nobody, refund: nobody };
}
