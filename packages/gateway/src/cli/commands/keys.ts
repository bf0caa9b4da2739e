import { createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { verify } from '@flight-offset/core/server';
import { counted } from '../../counted.ts';
import { createApiKey, type KeyScheme, revokeApiKey } from '../../credentials/api-keys.ts';
import { readKeyFile } from '../../credentials/master-key.ts';
import { reencryptSecrets } from '../../credentials/reencrypt.ts';
import { requireMasterKey } from '../../credentials/require-master-key.ts';
import { createSealer } from '../../credentials/seal.ts';
import { type Command, type CommandContext, CommandError, storeCommand } from '../command.ts';
import { requireNotFolder } from '../given-file.ts';
import { UsageError } from '../read-arguments.ts';
import { requireMerchant } from './merchants.ts';

/** Minimum bits of an RSA key: shorter ones can be factored. */
const MIN_RSA_BITS = 2048;

const OPTIONS = ['scheme', 'encoding', 'public-key', 'label'];

async function readScheme({ options }: CommandContext): Promise<KeyScheme> {
  const { scheme: name = 'hmac-sha256', encoding = 'hex', 'public-key': file } = options;
  if (name === 'hmac-sha256' || name === 'hmac-sha512') {
    // A merchant with a key pair expects no secret.
    if (file !== undefined) throw new UsageError('--public-key needs --scheme ed25519 or rsa-sha256.');
    if (encoding !== 'hex' && encoding !== 'base64')
      throw new UsageError('--encoding must be hex or base64.');
    return { scheme: name, encoding };
  }
  if (name !== 'ed25519' && name !== 'rsa-sha256') {
    throw new UsageError('--scheme must be hmac-sha256, hmac-sha512, ed25519 or rsa-sha256.');
  }
  if (options.encoding !== undefined && encoding !== 'base64')
    throw new UsageError(`--encoding must be base64 for ${name}, or left out.`);
  if (file === undefined) throw new UsageError(`--public-key FILE is needed for ${name}.`);
  const publicKey = await readFile(requireNotFolder(file), 'utf8');
  // An unusable key is refused here and not at the first order.
  await verify('', '', { scheme: name, publicKey });
  const bits = createPublicKey(publicKey).asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined && bits < MIN_RSA_BITS)
    throw new CommandError(`The key in ${file} has ${bits} bits; give one of at least ${MIN_RSA_BITS}.`);
  return { scheme: name, publicKey };
}

async function createKey(command: CommandContext, merchantId: string): Promise<void> {
  const { label = '' } = command.options;
  const given = { ...(await readScheme(command)), label, at: command.now() };
  const made = await createApiKey(command, merchantId, given, command.by);
  const shown = { ...made, note: 'shown only once; store it with your other secrets' };
  await command.printOnce(shown, async () => {
    await revokeApiKey(command.db, made.id, command.by, command.now());
    return `Nobody has seen the key ${made.id}: it is revoked.`;
  });
}

/** Commands on credentials of merchants. */
export const keyCommands: readonly Command[] = [
  storeCommand(
    'keys create MERCHANT [--scheme S] [--encoding hex|base64] [--public-key FILE] [--label TEXT]',
    'Creates an API key and, unless the merchant signs with a private key, its secret. Both are shown once.',
    { options: OPTIONS },
    async (command) => createKey(command, await requireMerchant(command)),
  ),
  storeCommand(
    'keys rotate KEY [--scheme S] [--encoding hex|base64] [--public-key FILE] [--label TEXT]',
    'Creates another key for the merchant of KEY. Both work until the old one is revoked.',
    { options: OPTIONS },
    async (command) => {
      const id = command.argument(0, 'KEY');
      const old = await command.db.kysely
        .selectFrom('api_keys')
        .select('merchant_id')
        .where('id', '=', id)
        .executeTakeFirst();
      if (!old) throw new CommandError(`There is no key ${id}; see: flight-offset-gateway keys list`);
      await createKey(command, old.merchant_id);
    },
  ),
  storeCommand('keys revoke KEY', 'Revokes a key at once.', {}, async (command) => {
    const id = command.argument(0, 'KEY');
    if (!(await revokeApiKey(command.db, id, command.by, command.now())))
      throw new CommandError(`There is no live key ${id}.`);
    command.print(`Key ${id} revoked`);
  }),
  storeCommand('keys list', 'Prints every key, without secrets.', {}, async ({ db, print }) => {
    const columns = ['id', 'merchant_id', 'label', 'scheme', 'encoding', 'created_at', 'revoked_at'] as const;
    const keys = await db.kysely.selectFrom('api_keys').select(columns).orderBy('created_at').execute();
    const forTable = keys.map(({ id, merchant_id, label, revoked_at }) => ({
      key: id,
      merchant_id,
      label,
      state: revoked_at === null ? 'live' : 'revoked',
    }));
    print(keys, forTable);
  }),
  storeCommand(
    'keys reencrypt [--old-key-file FILE]',
    'Encrypts every secret under the current master key. The previous one is in FILE, or the second master key.',
    { options: ['old-key-file'], opensSecrets: false },
    async (command) => {
      const file = command.options['old-key-file'];
      const faults: string[] = [];
      const old =
        file === undefined
          ? command.config.secondMasterKey
          : readKeyFile(command.environment, { name: '--old-key-file', file }, faults);
      if (faults.length > 0) throw new CommandError(faults.join('\n'));
      const sealer = createSealer(command.config.masterKey, old);
      await requireMasterKey(command.db, sealer);
      const count = await reencryptSecrets(command.db, sealer, command.by);
      command.print(`${counted(count, 'secret')} reencrypted`);
    },
  ),
];
