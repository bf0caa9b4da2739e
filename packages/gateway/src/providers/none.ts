import type { Provider } from './provider.ts';
import { ProviderError } from './provider-error.ts';
import { sandboxProvider } from './sandbox.ts';

/** For a gateway whose merchants all collect the money with the booking: nobody can pay on its page. */
export function noProvider(): Provider {
  const nobody = async (): Promise<never> => {
    throw new ProviderError('none', 'start', { code: 'NO_PROVIDER' });
  };
  // Without payments, there is nothing to look up either.
  return { ...sandboxProvider(), name: 'none', start: nobody, refund: nobody };
}
