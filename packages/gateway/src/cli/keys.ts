import { readFile } from 'node:fs/promises';
import { verify } from '@flight-offset/core/server';
import { readMasterKey } from '../config.ts';
import { createApiKey, type KeyScheme, revokeApiKey } from '../credentials/api-keys.ts';
import { resealSecrets } from '../credentials/reseal.ts';
import { createSealer } from '../credentials/seal.ts';
import { type Command, CommandError, storeCommand, UsageError, type Work } from './command.ts';
import { requireMerchant } from './merchants.ts';

const OPTIONS = ['scheme', 'encoding', 'publickey', 'label'];

async function scheme({ options }: Work): Promise<KeyScheme> {
  const { scheme: name = 'hmac-sha256', encoding = 'hex', publickey } = options;
  if (name === 'hmac-sha256' || name === 'hmac-sha512') {
    if (encoding !== 'hex' && encoding !== 'base64')
      throw new UsageError('--encoding must be hex or base64.');
    return { scheme: name, encoding };
  }
  if (name !== 'ed25519' && name !== 'rsa-sha256') {
    throw new UsageError('--scheme must be hmac-sha256, hmac-sha512, ed25519 or rsa-sha256.');
  }
  if (publickey === undefined) throw new UsageError(`--publickey FILE is needed for ${name}.`);
  const publicKey = await readFile(publickey, 'utf8');
  // Reads the key once, so that one which is unfit is refused here and not at the first order.
  await verify('', '', { scheme: name, publicKey });
  return { scheme: name, publicKey };
}

async function create(work: Work, merchantId: string): Promise<void> {
  const { label = '' } = work.options;
  const made = await createApiKey(work.db, work.sealer, merchantId, { ...(await scheme(work)), label });
  work.print({ ...made, note: 'shown this once; keep it where secrets are kept' });
}

/** Credentials of merchants. */
export const keyCommands: readonly Command[] = [
  storeCommand(
    'keys create MERCHANT [--scheme S] [--encoding hex|base64] [--publickey FILE] [--label TEXT]',
    'Makes an API key, and its secret unless the merchant signs with a private key; prints both this once.',
    OPTIONS,
    async (work) => create(work, await requireMerchant(work, work.argument(0, 'MERCHANT'))),
  ),
  storeCommand(
    'keys rotate KEY [--scheme S] [--encoding hex|base64] [--publickey FILE] [--label TEXT]',
    'Makes a further key for the merchant of KEY. Both live until the old one is revoked.',
    OPTIONS,
    async (work) => {
      const id = work.argument(0, 'KEY');
      const old = await work.db.kysely
        .selectFrom('api_keys')
        .select('merchant_id')
        .where('id', '=', id)
        .executeTakeFirst();
      if (!old) throw new CommandError(`There is no key ${id}; see: gateway keys list`);
      await create(work, old.merchant_id);
    },
  ),
  storeCommand('keys revoke KEY', 'Ends a key at once.', [], async (work) => {
    const id = work.argument(0, 'KEY');
    if (!(await revokeApiKey(work.db, id))) throw new CommandError(`There is no live key ${id}.`);
  }),
  storeCommand('keys list', 'Prints every key, without anything secret.', [], async ({ db, print }) => {
    const columns = ['id', 'merchant_id', 'label', 'scheme', 'encoding', 'created_at', 'revoked_at'] as const;
    print(await db.kysely.selectFrom('api_keys').select(columns).orderBy('created_at').execute());
  }),
  storeCommand(
    'keys reseal --oldkeyfile FILE',
    'Seals every secret anew under the present master key; FILE holds the one before.',
    ['oldkeyfile'],
    async (work) => {
      const file = work.options.oldkeyfile;
      if (file === undefined) throw new UsageError('--oldkeyfile is missing.');
      const faults: string[] = [];
      const old = readMasterKey({ GATEWAY_MASTER_KEY_FILE: file }, false, faults);
      if (!old) throw new CommandError(faults.join('\n'));
      work.print(`${await resealSecrets(work.db, createSealer(old), work.sealer)} secrets sealed anew`);
    },
  ),
];
