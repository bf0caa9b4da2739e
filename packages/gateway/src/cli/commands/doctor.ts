import { counted } from '../../counted.ts';
import { type Finding, runChecks } from '../../operation/doctor/run-checks.ts';
import { type Command, CommandError, storeCommand } from '../command.ts';

const MARKS: Readonly<Record<Finding['state'], string>> = { ok: 'ok   ', warning: 'warn ', fault: 'FAULT' };

/** Formats a finding: one line, and below it the detail and the next step. */
function findingText({ state, name, detail, next }: Finding): string {
  const more = [detail, next && `→ ${next}`].filter((line) => line !== undefined);
  return [`${MARKS[state]} ${name}`, ...more.map((line) => `      ${line}`)].join('\n');
}

/** Runs every check on the gateway's store, keys and provider. */
export const doctorCommand: Command = storeCommand(
  'doctor [--json]',
  'Checks the database, keys, provider, stock and delivery queue, and suggests fixes. Exits with 1 if any check fails.',
  { checks: false },
  async ({ db, sealer, config, flags, print }) => {
    const findings = await runChecks({ db, sealer, config, now: Date.now, readsAll: true });
    print(flags.has('json') && !flags.has('table') ? findings : findings.map(findingText).join('\n'));
    const faults = findings.filter(({ state }) => state === 'fault').length;
    if (faults > 0) throw new CommandError(`${counted(faults, 'check')} failed.`);
  },
);
