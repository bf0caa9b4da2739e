import type * as z from 'zod';
import { type ConfigUse, checkTogether, type GivenVariables, missingProviderKeys } from './config-checks.ts';
import { ConfigError } from './config-error.ts';
import { environmentSchema, type ProviderName, VARIABLES } from './config-schema.ts';
import { readKey, readMasterKey } from './credentials/master-key.ts';
import { SANDBOX_MASTER_KEY } from './sandbox.ts';
import type { DatabaseOptions } from './store/engine.ts';
import { unknownSettings } from './unknown-settings.ts';

/** Default databases: real orders are never in the same file as the sandbox's. */
const DATABASE = 'sqlite:.data/gateway.sqlite';
const SANDBOX_DATABASE = 'sqlite:.data/sandbox.sqlite';

/** The configuration of a gateway, read from the environment, with defaults. */
export interface Config extends z.output<typeof environmentSchema> {
  readonly DATABASE_URL: string;
  readonly sandbox: boolean;
  /** Whether the gateway has the console; by default only a sandbox has. */
  readonly console: boolean;
  /** Whether sign-in links work. Otherwise staff sign in at the identity provider only. */
  readonly signInLinks: boolean;
  /** `none`: every merchant collects the money itself, and payers cannot pay here. */
  readonly provider: ProviderName;
  /** 32 bytes under which secrets are sealed. */
  readonly masterKey: Uint8Array;
  /** 32 bytes that also open secrets, while one key replaces another. */
  readonly secondMasterKey: Uint8Array | undefined;
  /** Provider variables that are not set; serving requires all of them. */
  readonly missingProviderKeys: readonly string[];
  /** One sentence for each variable that looks like a setting but is none. Another version may have it. */
  readonly unknown: readonly string[];
}

/** Reads the configuration from an environment. @throws ConfigError that names every error at once. */
export function readConfig(environment: GivenVariables, options: ConfigUse): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  // Used once: compiling the parser would cost more than it saves.
  const { error, data: values } = environmentSchema.safeParse(given, { jitless: true });
  const faults = error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];
  const { sandbox } = options;
  const hasKey = given.GATEWAY_MASTER_KEY !== undefined || given.GATEWAY_MASTER_KEY_FILE !== undefined;
  const masterKey = sandbox && !hasKey ? SANDBOX_MASTER_KEY : readMasterKey(given, faults);
  const secondMasterKey = readKey(given, 'GATEWAY_SECOND_MASTER_KEY', faults);
  faults.push(...checkTogether(given, options));
  const unknown = unknownSettings(given, VARIABLES);
  // A missing variable may be set under another name.
  if (!values || !masterKey || faults.length > 0) throw new ConfigError([...faults, ...unknown]);
  return {
    ...values,
    DATABASE_URL: values.DATABASE_URL ?? (sandbox ? SANDBOX_DATABASE : DATABASE),
    sandbox,
    console: values.GATEWAY_CONSOLE === undefined ? sandbox : values.GATEWAY_CONSOLE === '1',
    signInLinks: values.GATEWAY_SIGN_IN_LINKS === '1',
    provider: values.GATEWAY_PROVIDER ?? 'sandbox',
    masterKey,
    secondMasterKey,
    missingProviderKeys: missingProviderKeys(given, options),
    unknown,
  };
}

/** Returns the options with which a configuration opens its database. */
export function databaseOptions(config: Config): DatabaseOptions {
  return {
    fileMode: config.GATEWAY_DATABASE_FILE_MODE,
    replicaUrl: config.GATEWAY_REPLICA_DATABASE_URL,
    poolSize: config.GATEWAY_DATABASE_POOL_SIZE,
    connectTimeoutMs: config.GATEWAY_DATABASE_CONNECT_TIMEOUT_SECONDS * 1000,
    statementTimeoutMs: config.GATEWAY_DATABASE_STATEMENT_TIMEOUT_SECONDS * 1000,
    maxLifetimeMs: config.GATEWAY_DATABASE_MAX_LIFETIME_SECONDS * 1000,
  };
}
