import { examineStore, type Finding } from '../operation/doctor/examine.ts';
import { type Command, CommandError, storeCommand } from './command.ts';

const MARKS: Readonly<Record<Finding['state'], string>> = { ok: 'ok   ', warning: 'warn ', fault: 'FAULT' };

/** A finding for people: one line, and below it what was seen and what to do. */
function text({ state, name, said, next }: Finding): string {
  const more = [said, next && `→ ${next}`].filter((line) => line !== undefined);
  return [`${MARKS[state]} ${name}`, ...more.map((line) => `      ${line}`)].join('\n');
}

/** Looks at everything the gateway stands on. */
export const doctorCommand: Command = storeCommand(
  'doctor [--json]',
  'Looks whether everything is as it should be, and says what to do. Exit code 1 where there is a fault.',
  [],
  async ({ db, sealer, config, flags, print }) => {
    const findings = await examineStore({ db, sealer, config, now: Date.now });
    print(flags.has('json') ? findings : findings.map(text).join('\n'));
    const faults = findings.filter(({ state }) => state === 'fault').length;
    if (faults > 0) throw new CommandError(`${faults} fault(s)`);
  },
  { flags: ['json'], checks: false },
);
