/**
 * An operator's work in its own process, so that it can be killed at any moment: closes each merchant's debt so far,
 * marks every other statement as paid, takes the mark back from every fourth, and gives the merchants another tax.
 * Argument: number of the tax, a whole number.
 */
import { changeMerchant } from '../src/merchants/change.ts';
import { closeStatements } from '../src/statements/close.ts';
import { markStatement } from '../src/statements/mark-paid.ts';
import { periodOf } from '../src/statements/period.ts';
import { openDatabase } from '../src/store/open-database.ts';

const DAY_MS = 24 * 3_600_000;
/** Included in prices, so that an order costs the same whatever its tax is. */
const RATES = [undefined, 18, 19.25];

const [turn = 0] = process.argv.slice(2).map(Number);
const rate = RATES[turn % RATES.length];
const tax = rate === undefined ? null : JSON.stringify({ mode: 'inclusive', rate, label: 'Tax' });
// Late enough for the month of every confirm to be over, whatever the gateways' clock shows.
const at = Date.now() + 365 * DAY_MS;
const period = periodOf(Date.now() + 31 * DAY_MS);
const db = openDatabase(process.env.DATABASE_URL ?? '');
for (const { id } of await db.kysely.selectFrom('merchants').select('id').orderBy('id').execute()) {
  for (const { id: statement, number } of await closeStatements(db, id, { period, at }))
    if (number % 2 === 0) {
      await markStatement(db, statement, { state: 'paid', at });
      if (number % 4 === 0) await markStatement(db, statement, { state: 'closed', at });
    }
  await changeMerchant(db, id, { settings: { tax } });
}
await db.close();
