import { listReceiptKeys, rotateReceiptKey } from '../../credentials/receipt-keys.ts';
import { type Command, storeCommand } from '../command.ts';

/** Commands on the keys that sign receipts. */
export const receiptCommands: readonly Command[] = [
  storeCommand(
    'receipts keys list',
    'Prints the public keys of receipts as they are published; the last one signs.',
    {},
    async ({ db, sealer, print }) => {
      const keys = await listReceiptKeys(db, sealer);
      const listed = keys.map(({ kid, createdAt, publicKey }, index) => ({
        kid,
        created_at: new Date(createdAt).toISOString(),
        signs: index === keys.length - 1,
        public_key: publicKey,
      }));
      print(
        listed,
        listed.map(({ public_key: _, ...row }) => row),
      );
    },
  ),
  storeCommand(
    'receipts keys rotate',
    'Creates a key, which signs receipts from now on; previous keys stay published. Prints its name.',
    {},
    async ({ db, sealer, by, print }) => print(await rotateReceiptKey(db, sealer, by)),
  ),
];
