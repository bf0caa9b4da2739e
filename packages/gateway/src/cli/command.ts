import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import { type Config, databaseOptions, readConfig } from '../config.ts';
import { requireMasterKey } from '../credentials/require-master-key.ts';
import { createSealer, type Sealer } from '../credentials/seal.ts';
import { refuseMigration, refuseWrongModeOrClock } from '../operation/refuse-migration.ts';
import type { Database } from '../store/engine.ts';
import { migrateWithoutTimeout, requireSchema } from '../store/migrate.ts';
import { openDatabase } from '../store/open-database.ts';
import { openSharedClock, witnessesOf } from '../store/shared-clock.ts';
import { requireFile } from '../store/sqlite/require-file.ts';
import { actorOf } from './actor.ts';
import { escapeControlsInLines } from './output/field.ts';
import { forPeople } from './output/for-people.ts';
import { type Output, writeThrough } from './output/output.ts';
import { type GivenArguments, readArguments, UsageError } from './read-arguments.ts';

/** A command cannot do its work. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code = 'command';
}

/** One command: its words, usage, purpose and action. */
export interface Command {
  readonly words: readonly string[];
  readonly usage: string;
  readonly about: string;
  /** Names of options and flags, without the two dashes. */
  readonly options: readonly string[];
  /** @returns the exit code. */
  run(args: string[], environment: NodeJS.ProcessEnv, out: Output): Promise<number>;
}

/** Context of a command on the store. */
export interface CommandContext extends GivenArguments {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly config: Config;
  /** The environment of the process, for programs that a command starts. */
  readonly environment: NodeJS.ProcessEnv;
  /** Who runs the command, for the audit log. */
  readonly by: Actor;
  /**
   * The time of the processes that serve, milliseconds since 1970: this machine's clock may be off by the allowed skew.
   * For a command without checks, it is this machine's time.
   */
  readonly now: () => number;
  readonly out: Output;
  /**
   * Prints a line, or a value: as tables in a terminal, as JSON elsewhere.
   * @param forTables printed for people instead, if a value reads badly as a table.
   */
  print(value: unknown, forTables?: unknown): void;
  /**
   * Prints a value that is shown only once.
   * @param unread called if the value cannot be written: undoes what an unseen value must not leave, and returns a
   *   sentence that says so.
   * @throws CommandError if the value cannot be written.
   */
  printOnce(value: unknown, unread: () => Promise<string>): Promise<void>;
  /** @throws UsageError if an argument is missing, empty or too long, or holds a control character. */
  argument(index: number, name: string): string;
  /** Returns the value of a required option, named without the two dashes. @throws UsageError if it is missing. */
  required(name: string): string;
}

/** Maximum characters of an argument: those of a path. */
const MAX_ARGUMENT = 4096;

const CONTROL = /\p{Cc}/u;

/** Options of every command on the store, and of those that print a value. */
const COMMON_OPTIONS = ['sandbox'] as const;
const FORMAT_OPTIONS = ['json', 'table'] as const;

/** Properties that not every command on the store needs. */
export interface StoreCommandOptions {
  /** Options with a value. */
  readonly options?: readonly string[];
  /** Options without a value. */
  readonly flags?: readonly string[];
  /** Whether the command creates the database or brings its schema up to date; other commands require that it is. */
  readonly migrates?: boolean;
  /** Whether the schema, the mode, the clock and the master key are checked before the command. Default: true. */
  readonly checks?: boolean;
  /** Whether the master key has to open every secret. Default: true. */
  readonly opensSecrets?: boolean;
  /** Whether it prints CSV, in a terminal too. It then accepts neither `--json` nor `--table`. */
  readonly csv?: boolean;
}

/**
 * Formats a value. Programs read JSON, which does not depend on the terminal; people read tables. A single text, such
 * as an identifier, is JSON only with `--json`, so that shells can use it directly. Characters that control a terminal
 * are escaped in JSON too, which does not change its meaning.
 */
function formatValue(value: unknown, forTables: unknown, flags: ReadonlySet<string>, out: Output): string {
  const isJson = flags.has('json');
  if (flags.has('table') || (!isJson && out.isTTY)) return forPeople(forTables, out.columns || 160);
  return typeof value === 'string' && !isJson ? value : escapeControlsInLines(JSON.stringify(value, null, 2));
}

/** @throws UsageError */
function checkArgument(value: string | undefined, name: string): string {
  // An empty argument is an unset variable of a script.
  if (!value?.trim()) throw new UsageError(`${name} is missing.`);
  if (CONTROL.test(value))
    throw new UsageError(`${name} must hold no line break, tab or other control character.`);
  if (value.length > MAX_ARGUMENT)
    throw new UsageError(`${name} must be at most ${MAX_ARGUMENT} characters long.`);
  return value;
}

/** Returns the required arguments of a usage. */
function argumentsIn(usage: string): string[] {
  const words = usage.replace(/\[[^\]]*\]|--\S+ \S+/g, '').split(' ');
  return words.filter((word) => /^[A-Z]+(\|[A-Z]+)*$/.test(word));
}

/** Returns the required options of a usage: those that are neither optional nor alternatives. */
function requiredIn(usage: string): string[] {
  const rest = usage.replace(/\[[^\]]*\]/g, '');
  return rest.includes(' | ') ? [] : Array.from(rest.matchAll(/ --(\S+)/g), ([, name = '']) => name);
}

/** Checks every argument that a usage requires. @returns the readers of a command. @throws UsageError */
function readersOf(usage: string, given: GivenArguments): Pick<CommandContext, 'argument' | 'required'> {
  const argument = (index: number, name: string): string => checkArgument(given.positionals[index], name);
  const required = (name: string): string => {
    const value = given.options[name];
    if (value === undefined) throw new UsageError(`--${name} is missing.`);
    return value;
  };
  for (const [index, name] of argumentsIn(usage).entries()) argument(index, name);
  for (const name of requiredIn(usage)) required(name);
  // A name is refused for the same reasons, whether it is an argument or an option.
  if (given.options.name !== undefined) checkArgument(given.options.name, '--name');
  return { argument, required };
}

function printersOf(out: Output, flags: ReadonlySet<string>): Pick<CommandContext, 'print' | 'printOnce'> {
  const textOf = (value: unknown, forTables: unknown): string =>
    `${formatValue(value, forTables, flags, out)}\n`;
  return {
    print: (value, forTables = value) => out.write(textOf(value, forTables)),
    async printOnce(value, unread) {
      try {
        await writeThrough(out, textOf(value, value));
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new CommandError(`The output cannot be written: ${why}. ${await unread()}`);
      }
    },
  };
}

/** Creates a command on the store from a usage `words arguments [--options]`. */
export function storeCommand(
  usage: string,
  about: string,
  how: StoreCommandOptions,
  execute: (context: CommandContext) => Promise<void>,
): Command {
  const { options = [], flags = [], migrates = false, checks = true, opensSecrets = true, csv = false } = how;
  const words = usage.split(' ').filter((word) => /^[a-z]+$/.test(word));
  const common = csv ? COMMON_OPTIONS : [...COMMON_OPTIONS, ...FORMAT_OPTIONS];
  const expected = { options, flags: [...flags, ...common], most: argumentsIn(usage).length };
  return {
    words,
    usage,
    about,
    options: [...options, ...flags, ...common],
    async run(args, environment, out) {
      const given = readArguments(args, expected);
      // Before the settings, so that a missing argument is reported without them.
      const readers = readersOf(usage, given);
      const sandbox = given.flags.has('sandbox');
      const config = readConfig(environment, { sandbox, command: 'manage' });
      if (!migrates) requireFile(config.DATABASE_URL);
      const db = openDatabase(config.DATABASE_URL, databaseOptions(config));
      try {
        const sealer = createSealer(config.masterKey, config.secondMasterKey);
        const by = actorOf(environment);
        if (migrates) await migrateAndRecord(db, config, sealer, by);
        else if (checks) await requireSchema(db);
        if (checks) await refuseWrongModeOrClock(db, config);
        if (checks && opensSecrets) await requireMasterKey(db, sealer);
        const { now } = checks ? await openSharedClock(witnessesOf(db)) : Date;
        await execute({
          db,
          sealer,
          config,
          environment,
          by,
          now,
          ...given,
          ...readers,
          out,
          ...printersOf(out, given.flags),
        });
        return 0;
      } finally {
        await db.close();
      }
    },
  };
}

/**
 * Brings the schema up to date, and records which migrations were run: both or neither. A refused command does not
 * migrate, because the serving processes could not go on.
 */
async function migrateAndRecord(db: Database, config: Config, sealer: Sealer, by: Actor): Promise<void> {
  await migrateWithoutTimeout(db, config.DATABASE_URL, {
    ...databaseOptions(config),
    async also(tx, migrations) {
      await refuseMigration({ engine: db.engine, kysely: tx }, sealer, config);
      await recordAudit(tx, by, { action: 'database.migrated', after: { migrations } });
    },
  });
}
