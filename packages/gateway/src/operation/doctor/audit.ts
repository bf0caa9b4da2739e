import { verifyAudit } from '../../audit/verify.ts';
import { counted } from '../../counted.ts';
import { type Check, fault, ok } from './check.ts';

/** Checks of the audit log: no entry was changed, removed or moved. */
export const auditChecks: readonly Check[] = [
  {
    name: 'Audit log is complete and unchanged',
    async run({ db }) {
      const { entries, faults } = await verifyAudit(db);
      if (faults.length === 0) return ok(counted(entries, 'entry', 'entries'));
      const found = faults.map(
        ({ merchantId, number, detail }) => `entry ${number} of ${merchantId || 'the operator'}: ${detail}`,
      );
      const next =
        'find out who can write to the database; compare with a backup: flight-offset-gateway audit list';
      return fault(found.join('; '), next);
    },
  },
];
