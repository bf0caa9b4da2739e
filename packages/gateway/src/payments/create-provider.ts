import type { Config } from '../config.ts';
import type { Provider } from './provider.ts';
import { sandboxProvider } from './sandbox.ts';

/** The provider which the configuration names. */
export function createProvider(config: Pick<Config, 'provider'>): Provider {
  if (config.provider === 'sandbox') return sandboxProvider();
  throw new Error(`provider ${config.provider} is not part of this build`);
}
