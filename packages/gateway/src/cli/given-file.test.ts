import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runCommand } from '../testing/command-line.ts';
import { mountSmallDisk } from '../testing/small-disk.ts';
import { writeGivenFile } from './given-file.ts';

/** Every argument and option that names a file to read. */
const READS: readonly (readonly string[])[] = [
  ['projects', 'import', 'FILE'],
  ['portfolios', 'create', 'blend', '--parts', 'wind:1', '--descriptions', 'FILE'],
  ['payouts', 'import', 'FILE', '--provider', 'stripe'],
  ['payouts', 'journal', '--accounts', 'FILE'],
  ['registry', 'import', 'FILE', '--registry', 'verra'],
  ['keys', 'create', 'MERCHANT', '--scheme', 'ed25519', '--public-key', 'FILE'],
  [
    ...['retirements', 'record', '--project', 'wind', '--tonnes', '1', '--serials', 'A-1..A-1'],
    ...['--date', '2026-11-01', '--url', 'https://registry.example/1', '--certificate', 'FILE'],
  ],
];

describe('a command names the file that it cannot read:', () => {
  let folder = '';
  let environment: Record<string, string> = {};
  let merchant = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'given-file-'));
    environment = { DATABASE_URL: `sqlite:${join(folder, 'gateway.sqlite')}` };
    await runCommand(environment, 'migrate', '--sandbox');
    const made = await runCommand(environment, ...['merchants', 'create', 'Air', '--sandbox']);
    merchant = made.out;
  });
  after(() => rm(folder, { recursive: true }));

  for (const args of READS) {
    const given = (file: string): string[] => {
      const named: Record<string, string> = { FILE: file, MERCHANT: merchant };
      return args.map((arg) => named[arg] ?? arg);
    };

    it(`${args.slice(0, 2).join(' ')}, if it is a folder or does not exist`, async () => {
      for (const [file, why] of [
        [folder, 'it is a folder'],
        [join(folder, 'none'), 'there is no such file'],
      ] as const) {
        const { code, err } = await runCommand(environment, ...given(file), '--sandbox');
        assert.equal(code, 1);
        assert.equal(err.trim(), `${file} cannot be opened: ${why}.`);
      }
    });
  }
});

describe('a command says what is invalid in a file:', () => {
  const ACCOUNTS = ['payouts', 'journal', '--accounts'];
  const TEXTS = ['portfolios', 'create', 'blend', '--parts', 'wind:1', '--descriptions'];
  for (const [args, content, message] of [
    [ACCOUNTS, [], 'accounts: must be an object, not an array.'],
    [ACCOUNTS, { fees: 6855 }, 'fees: must be a string, not 6855.'],
    [ACCOUNTS, { fees: '' }, 'fees: must not be empty.'],
    [TEXTS, { German: 'Wind' }, 'descriptions.German: is no language such as en or pt-BR.'],
  ] as const)
    it(message, async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'given-file-'));
      t.after(() => rm(folder, { recursive: true }));
      const environment = { DATABASE_URL: `sqlite:${join(folder, 'gateway.sqlite')}` };
      await runCommand(environment, 'migrate', '--sandbox');
      const file = join(folder, 'file.json');
      await writeFile(file, JSON.stringify(content));
      const { code, err } = await runCommand(environment, ...args, file, '--sandbox');
      assert.equal(code, 1);
      assert.equal(err.trim().replace(`${file}, `, ''), message);
    });
});

describe('a file that a command writes', () => {
  it('replaces the previous one; on a full disk it is named, and no partial file is left', async (t) => {
    const disk = await mountSmallDisk(1);
    if (!disk) return t.skip('this account may not mount a small disk');
    t.after(() => disk.remove());
    const path = join(disk.path, 'statement.pdf');
    await writeGivenFile(path, Buffer.from('first'));
    await writeGivenFile(path, Buffer.from('next'));
    assert.equal(await readFile(path, 'utf8'), 'next');
    await assert.rejects(writeGivenFile(path, Buffer.alloc(2 ** 21)), {
      name: 'CommandError',
      message: `${path} cannot be written: the disk is full.`,
    });
    assert.deepEqual(await readdir(disk.path), []);
  });

  it('may be a device, which is kept', { skip: !existsSync('/dev/full') }, async () => {
    await assert.rejects(writeGivenFile('/dev/full', Buffer.from('x')), {
      message: '/dev/full cannot be written: the disk is full.',
    });
    assert.ok(existsSync('/dev/full'));
  });
});
