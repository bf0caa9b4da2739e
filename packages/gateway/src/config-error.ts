import { counted } from './counted.ts';

/**
 * The configuration is invalid: nothing has been opened. The message names every error with its variable, never a
 * value.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'invalid_config';
  /** One line per error. */
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `Invalid configuration (${counted(faults.length, 'error')}):\n${faults.map((one) => `- ${one}`).join('\n')}`,
    );
    this.faults = faults;
  }
}
