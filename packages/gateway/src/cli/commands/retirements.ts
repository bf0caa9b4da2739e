import { readFile } from 'node:fs/promises';
import { refuseProductionOnSandbox } from '../../operation/mode.ts';
import { correctRetirement } from '../../retirements/correct.ts';
import { type CoveredBatch, findNextCursor, listCoveredBatches } from '../../retirements/find.ts';
import { readSerials, readTonnes } from '../../retirements/new-retirement.ts';
import { openCoveredBatches } from '../../retirements/open-covered-batches.ts';
import { planRetirements } from '../../retirements/plan.ts';
import { type Publisher, publishBatches } from '../../retirements/publish.ts';
import { recordRetirement } from '../../retirements/record.ts';
import { removeRetirement } from '../../retirements/remove.ts';
import type { RetirementBatchRow } from '../../store/schema.ts';
import { type Command, type CommandContext, CommandError, storeCommand } from '../command.ts';
import { requireNotFolder } from '../given-file.ts';
import { publicUrlOf } from '../order-context.ts';
import { UsageError } from '../read-arguments.ts';
import { readPastDate } from '../read-date.ts';

/** @throws ModeError without `--sandbox` on a database of the sandbox: a signature cannot be taken back. */
async function publisherOf({ db, sealer, config, now }: CommandContext): Promise<Publisher> {
  if (!config.sandbox) await refuseProductionOnSandbox(db);
  return {
    db,
    sealer,
    publicUrl: publicUrlOf(config),
    now,
    sandbox: config.sandbox,
  };
}

function batchSummary(
  { id, project, orders, grams }: Pick<RetirementBatchRow, 'id' | 'project' | 'orders' | 'grams'>,
  { config }: CommandContext,
): object {
  return { batch: id, project, orders, grams, url: `${publicUrlOf(config)}/retirements/${id}` };
}

async function readCertificate(path: string | undefined): Promise<{ certificate?: Uint8Array }> {
  return path === undefined ? {} : { certificate: await readFile(requireNotFolder(path)) };
}

/** Creates the error for an option's value, from the rule that it breaks. */
const usageErrorFor =
  (option: string) =>
  (rule: string): UsageError =>
    new UsageError(`--${option} ${rule}.`);

/** Commands on retirements of credits at their registries. */
export const retirementCommands: readonly Command[] = [
  storeCommand(
    'retirements plan',
    'Prints per project what is allocated but in no batch, and how many whole tonnes to retire at the registry.',
    {},
    async ({ db, print }) => {
      const plan = await planRetirements(db);
      const listed = plan.map((one) => ({ ...one, oldest: new Date(one.oldest).toISOString() }));
      const forTable = listed.map(({ project, orders, grams, surplus, tonnes, oldest }) => ({
        project,
        orders,
        grams,
        grams_surplus: surplus,
        to_retire: `${tonnes} t`,
        oldest,
      }));
      print(listed, forTable);
    },
  ),
  storeCommand(
    'retirements record --project PROJECT --tonnes N --serials FROM..TO --date YYYY-MM-DD --url URL [--certificate FILE]',
    'Records a retirement made at the registry, and publishes the batch of orders that it covers.',
    { options: ['project', 'tonnes', 'serials', 'date', 'url', 'certificate'] },
    async (command) => {
      const retirement = {
        tonnes: readTonnes(command.required('tonnes'), usageErrorFor('tonnes')),
        project: command.required('project'),
        serials: readSerials(command.required('serials'), usageErrorFor('serials')),
        retiredOn: readPastDate('date', command.required('date'), command.now()),
        url: command.required('url'),
        ...(await readCertificate(command.options.certificate)),
      };
      const batch = await recordRetirement(await publisherOf(command), retirement, command.by);
      command.print(
        batch
          ? batchSummary(batch, command)
          : 'Recorded. No orders were due for it to cover: its tonnes are kept for the next batch.',
      );
    },
  ),
  storeCommand(
    'retirements correct RETIREMENT --reason TEXT [--serials FROM..TO] [--date YYYY-MM-DD] [--url URL] [--certificate FILE]',
    'Corrects the record of a retirement, and signs the batches that name it again.',
    { options: ['reason', 'serials', 'date', 'url', 'certificate'] },
    async (command) => {
      const { serials, date, url, certificate } = command.options;
      const correction = {
        reason: command.required('reason'),
        ...(serials !== undefined && { serials: readSerials(serials, usageErrorFor('serials')) }),
        ...(date !== undefined && { retiredOn: readPastDate('date', date, command.now()) }),
        ...(url !== undefined && { url }),
        ...(await readCertificate(certificate)),
      };
      const id = command.argument(0, 'RETIREMENT');
      const batches = await correctRetirement(await publisherOf(command), id, correction, command.by);
      command.print(
        batches.length > 0
          ? batches.map((batch) => batchSummary(batch, command))
          : 'Corrected. No batch names it yet.',
      );
    },
  ),
  storeCommand(
    'retirements remove RETIREMENT',
    'Removes a retirement that covers no order yet, for example one recorded for the wrong project.',
    {},
    async ({ db, argument, by, print }) => {
      const id = argument(0, 'RETIREMENT');
      const problem = await removeRetirement(db, id, by);
      if (problem !== undefined) throw new CommandError(`${problem}.`);
      print(`Retirement ${id} removed`);
    },
  ),
  storeCommand(
    'retirements publish',
    'Publishes batches that earlier retirements cover completely, and those whose publication was interrupted. Prints them.',
    {},
    async (command) => {
      const publisher = await publisherOf(command);
      await openCoveredBatches(publisher);
      const published = await publishBatches(publisher, command.by);
      command.print(published.map((batch) => batchSummary(batch, command)));
    },
  ),
  storeCommand('retirements list', 'Prints every published batch, newest first.', {}, async (command) => {
    const db = { reader: command.db.kysely };
    const batches: CoveredBatch[] = [];
    let before: string | undefined;
    do {
      batches.push(...(await listCoveredBatches(db, before)));
      before = await findNextCursor(db, batches.at(-1)?.batch.id);
    } while (before !== undefined);
    command.print(
      batches.map(({ batch, retirements }) => ({ ...batchSummary(batch, command), retirements })),
    );
  }),
];
