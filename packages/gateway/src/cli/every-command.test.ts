/** Every command: its output for people and for programs, and its entries in the audit log. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { listAudit } from '../audit/list.ts';
import { verifyAudit } from '../audit/verify.ts';
import type { Database } from '../store/engine.ts';
import { runCommandIn } from '../testing/command-line.ts';
import {
  type CommandScenario,
  type CommandScenarios,
  openCommandScenarios,
} from '../testing/command-scenarios.ts';
import { COMMANDS } from './commands.ts';

/** Not run here: one serves until it is stopped, the other needs an empty database. */
const ELSEWHERE = ['serve', 'restore'];
/** Commands that print CSV, for people and for programs. */
const CSV = ['orders export', 'payouts export', 'payouts journal'];

/** Output that people cannot read: JSON, milliseconds since 1970, a value that is no text. */
const UNREADABLE = /[{[]"|[\]}],|(?<!\w)1[5-9]\d{11}(?!\w)|\[object |undefined|NaN/;

/** JSON in a text, except for bodies as they were sent and received. */
const JSON_AS_TEXT = /^ *"(?!(?:payload|body|excerpt)")\w+": "[{[]/m;

const FORMATS = ['people', 'programs'] as const;
type Format = (typeof FORMATS)[number];

/** Commands whose JSON has times in ISO 8601, as the guide names them. */
const GUIDE = readFileSync(new URL('../../../../docs/guide/gateway.md', import.meta.url), 'utf8');
const [, NAMED = ''] =
  /times in milliseconds since 1970\. Only ([^.]*) print times in ISO 8601/.exec(GUIDE) ?? [];
const ISO_TIME = /^ *"\w+": "\d{4}-\d\d-\d\dT\d\d:\d\d:[^"]*",?$/m;

/** Fails if a text does not suit its reader. */
function assertReadable(text: string, format: Format, { prints }: CommandScenario): void {
  if (prints) {
    assert.match(text, prints);
    return;
  }
  if (format === 'programs') {
    JSON.parse(text);
    return;
  }
  assert.notEqual(text, '');
  assert.notEqual(text, 'Nothing found.', 'the store has none of it: the test shows nothing');
  assert.doesNotMatch(text, UNREADABLE);
}

const names = COMMANDS.map(({ words }) => words.join(' ')).filter((name) => !ELSEWHERE.includes(name));

it('is named with its program in every message, so that it can be copied', () => {
  const folder = new URL('../', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const pairs = names.filter((name) => name.includes(' ')).join('|');
  const half = new RegExp(`(?:\\b(?:see|run|then|or)|:) (?:${pairs})\\b`, 'g');
  const found = sources.flatMap((name) => {
    const lines = readFileSync(new URL(name, folder), 'utf8').split('\n');
    const code = lines.filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line)).join('\n');
    return (code.match(half) ?? []).map((text) => `${name}: ${text}`);
  });
  assert.deepEqual(found, []);
});

function optionsOf(name: string, { sandbox }: CommandScenario, format: Format): string[] {
  const isJson = format === 'programs' && !CSV.includes(name);
  return [...(sandbox ? ['--sandbox'] : []), ...(isJson ? ['--json'] : [])];
}

/** Fails if the newest entries of the audit log are not those that a command records. */
async function assertRecorded(db: Database, count: number, { records }: CommandScenario): Promise<void> {
  const log = await listAudit(db, { limit: 1000 });
  const added = log.sort((a, b) => b.at - a.at).slice(0, count);
  assert.deepEqual(added.map(({ action }) => action).sort(), [...records].sort());
  for (const { action, channel, name } of added) {
    assert.equal(channel, 'cli');
    if (action !== 'audit.names_erased') assert.equal(name, 'olivia');
  }
}

/** Runs a command as its scenario does, and checks its output and its entries in the audit log. @returns its output. */
async function runScenario(
  { store, environment }: CommandScenarios,
  name: string,
  scenario: CommandScenario,
  format: Format,
): Promise<string> {
  const given = await scenario.args();
  const had = name === 'migrate' ? 0 : (await verifyAudit(store.db)).entries;
  const args = [...name.split(' '), ...given, ...optionsOf(name, scenario, format)];
  const { code, out, err } = await runCommandIn({ isTTY: true, columns: 80 }, environment, ...args);
  assert.equal(code, scenario.fails ? 1 : 0, err);
  if (process.env.SHOW_COMMANDS) console.log(`\n$ ${name} ${given.join(' ')}\n${out}`);
  assertReadable(out, format, scenario);
  // The audit log is printed unchanged, because its hashes cover the texts.
  if (format === 'programs' && name !== 'audit list') assert.doesNotMatch(out, JSON_AS_TEXT);
  const { entries, faults } = await verifyAudit(store.db);
  assert.deepEqual(faults, []);
  await assertRecorded(store.db, entries - had, scenario);
  return out;
}

for (const format of FORMATS) {
  describe(`every command, printing for ${format}`, () => {
    let opened: CommandScenarios;
    const withIsoTimes: string[] = [];
    before(async () => {
      opened = await openCommandScenarios();
    });
    after(() => opened.close());

    it('has a scenario', () => {
      assert.deepEqual(Object.keys(opened.scenarios).sort(), names.toSorted());
    });

    it('runs, prints readable output, and records its changes in the audit log', async (t) => {
      for (const [name, scenario] of Object.entries(opened.scenarios))
        await t.test(name, async () => {
          const out = await runScenario(opened, name, scenario, format);
          if (ISO_TIME.test(out) && !CSV.includes(name)) withIsoTimes.push(name);
        });
    });

    it('prints ISO times for programs in the commands that the guide names', () => {
      const named = [...NAMED.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
      assert.deepEqual(withIsoTimes.toSorted(), format === 'programs' ? named.toSorted() : []);
    });

    it('leaves no person, no secret and no query of a URL in the audit log', async () => {
      const entries = await listAudit(opened.store.db, { limit: 1000 });
      assert.ok(entries.length > 20);
      assert.doesNotMatch(JSON.stringify(entries), /traveller|staff@|whsec_|fo_|private|secret|olivia/);
    });
  });
}
