import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, open, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { sign } from '@flight-offset/core/server';
import { startGateway } from '../gateway.ts';
import { callerOf } from '../testing/caller.ts';
import { type Ended, runCommand } from '../testing/command-line.ts';
import { GATEWAY_COMMAND } from '../testing/command-process.ts';
import { COMMANDS } from './commands.ts';
import { optionHelp } from './option-help.ts';

describe('the command line', () => {
  let folder = '';
  let environment: Record<string, string> = {};
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-cli-'));
    environment = {
      DATABASE_URL: `sqlite:${join(folder, 'gateway.sqlite')}`,
      GATEWAY_MASTER_KEY: randomBytes(32).toString('base64'),
    };
  });
  after(() => rm(folder, { recursive: true, force: true }));

  let sandbox = false;
  const gateway = (...args: string[]): Promise<Ended> => {
    const isCommand = COMMANDS.some(({ words }) => words.every((word, at) => args[at] === word));
    return runCommand(environment, ...args, ...(sandbox && isCommand ? ['--sandbox'] : []));
  };
  const ok = async (...args: string[]): Promise<string> => {
    const { code, out, err } = await gateway(...args);
    assert.equal(code, 0, err);
    return out;
  };

  it('sets up a merchant who orders with an HMAC and an Ed25519 key; a revoked key is refused at once', async () => {
    assert.match(await ok('migrate'), /^0001-first$/m);
    const merchant = await ok('merchants', 'create', 'Test Air', '--return', 'https://air.example');
    await ok('platforms', 'create', merchant, '--id', 'test-platform');
    assert.match(await ok('webhooks', 'rotate', merchant), /^whsec_/);
    const hmac = JSON.parse(await ok('keys', 'create', merchant, '--label', 'one'));
    const pair = generateKeyPairSync('ed25519');
    const file = join(folder, 'public.pem');
    await writeFile(file, pair.publicKey.export({ type: 'spki', format: 'pem' }));
    const args = ['--scheme', 'ed25519', '--public-key', file];
    const asymmetric = JSON.parse(await ok('keys', 'rotate', hmac.id, ...args));
    assert.equal('secret' in asymmetric, false);
    const catalogue = {
      projects: [
        {
          id: 'p1',
          name: 'Test wind',
          registry: 'Test Registry',
          project_id: 'T-1',
          category: 'Renewable energy',
          type: 'Wind',
          public_url: 'https://example.com/t-1',
          price_per_tonne: 1000,
          lots: [{ id: 'l1', serial_prefix: 'T-1-2024', grams: 1e9 }],
        },
      ],
    };
    await writeFile(join(folder, 'projects.json'), JSON.stringify(catalogue));
    await ok('projects', 'import', join(folder, 'projects.json'));
    const diagnosis = await ok('doctor');
    assert.match(diagnosis, /^ok +A project is on sale$/m);
    assert.match(diagnosis, /^warn +Payment provider/m);
    assert.doesNotMatch(diagnosis, /^FAULT/m);

    // From here on, the database is the sandbox's.
    sandbox = true;
    const { DATABASE_URL: databaseUrl = '', ...rest } = environment;
    const running = await startGateway({ databaseUrl, sandbox: true, environment: rest });
    try {
      const caller = callerOf(running.url, hmac);
      const first = await caller.post('/offset-gateway/orders', { emission_amount: 1 });
      assert.equal(first.status, 201);
      const body = '{"emission_amount":2}';
      const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      const headers = {
        'content-type': 'application/json',
        'x-api-key': asymmetric.apiKey,
        'x-body-signature': await sign(body, { scheme: 'ed25519', privateKey }),
      };
      const second = await caller.raw('/offset-gateway/orders', { method: 'POST', body, headers });
      assert.equal(second.status, 201);
      assert.equal((await caller.get('/offset-gateway/orders')).json.metadata.total_records, 2);
      assert.equal(
        (await callerOf(running.url).get(`/offset-gateway/orders/${first.json.order_id}`)).status,
        404,
      );
      await ok('keys', 'revoke', hmac.id);
      assert.equal((await caller.get('/offset-gateway/orders')).json.error, 40102);
      await ok('orders', 'expire', first.json.order_id);
      assert.equal(JSON.parse(await ok('orders', 'show', first.json.order_id)).status, 'failed');
    } finally {
      await running.close();
    }
  });

  it('refuses an empty argument as missing, so that an unset variable adds no merchant without a name', async () => {
    const before = await ok('merchants', 'list');
    for (const name of ['', ' ']) {
      const { code, err } = await gateway('merchants', 'create', name);
      assert.equal(code, 2);
      assert.match(err, /NAME is missing/);
    }
    assert.equal(await ok('merchants', 'list'), before);
  });

  it('refuses an option given twice', async () => {
    const [{ id: merchant }] = JSON.parse(await ok('merchants', 'list'));
    const { code, err } = await gateway(
      ...['merchants', 'set', merchant, '--limit', 'EUR:50000', '--limit', 'INR:100'],
    );
    assert.equal(code, 2);
    assert.match(err, /^--limit can be given only once\.\nUsage: .*EUR:50000,/);
  });

  it('refuses a --head that no chain can have as misuse', async () => {
    const { code, err } = await gateway('audit', 'verify', '--head', `operator:0:${'0'.repeat(64)}`);
    assert.equal(code, 2);
    assert.match(err, /^--head must be CHAIN:NUMBER:HASH/);
  });

  it('reports a full disk to which it prints', { skip: !existsSync('/dev/full') }, async () => {
    const full = await open('/dev/full', 'w');
    const command = spawn(process.execPath, [...GATEWAY_COMMAND, 'merchants', 'list'], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', full.fd, 'pipe'],
    });
    const ended = once(command, 'close');
    assert.ok(command.stderr);
    assert.match(await text(command.stderr), /^The output cannot be written: ENOSPC: [^\n]*\.\n$/);
    assert.deepEqual(await ended, [1, null]);
    await full.close();
  });

  it('revokes a key that it cannot print, and states how to replace another secret', {
    skip: !existsSync('/dev/full'),
  }, async () => {
    const [{ id: merchant }] = JSON.parse(await ok('merchants', 'list'));
    const { length: before } = JSON.parse(await ok('keys', 'list'));
    const full = await open('/dev/full', 'w');
    for (const [words, message] of [
      [['keys', 'create', merchant], /ENOSPC: .*\. Nobody has seen the key key_\w+: it is revoked\.\n$/],
      [
        ['webhooks', 'rotate', merchant],
        /ENOSPC: .*\. Nobody has seen the new secret.* run the command again\.\n$/,
      ],
    ] as const) {
      const command = spawn(process.execPath, [...GATEWAY_COMMAND, ...words], {
        env: { ...process.env, ...environment },
        stdio: ['ignore', full.fd, 'pipe'],
      });
      const ended = once(command, 'close');
      assert.ok(command.stderr);
      assert.match(await text(command.stderr), message);
      assert.deepEqual(await ended, [1, null]);
    }
    await full.close();
    const keys = JSON.parse(await ok('keys', 'list'));
    assert.equal(keys.length, before + 1);
    assert.notEqual(keys.at(-1).revoked_at, null);
  });

  it('refuses an empty --id or one that no header can carry', async () => {
    const [{ id: merchant }] = JSON.parse(await ok('merchants', 'list'));
    const before = await ok('platforms', 'list');
    for (const id of ['', ' ']) {
      const { code, err } = await gateway('platforms', 'create', merchant, '--id', id);
      assert.equal(code, 2);
      assert.match(err, /--id is empty/);
    }
    for (const id of [' sky', 'sky ', 'sky\u200b', 'sky\u{1f6eb}']) {
      const { code, err } = await gateway('platforms', 'create', merchant, `--id=${id}`);
      assert.equal(code, 2);
      assert.match(err, /--id must be printable ASCII/);
    }
    assert.equal(await ok('platforms', 'list'), before);
  });

  it('creates no secret for a merchant whose public key is given without a scheme', async () => {
    const [{ id: merchant }] = JSON.parse(await ok('merchants', 'list'));
    const before = await ok('keys', 'list');
    const { code, err } = await gateway('keys', 'create', merchant, '--public-key', 'key.pem');
    assert.equal(code, 2);
    assert.match(err, /--public-key needs --scheme/);
    assert.equal(await ok('keys', 'list'), before);
  });

  it('reencrypts every secret under a new master key', async () => {
    const old = join(folder, 'old.key');
    await writeFile(old, environment.GATEWAY_MASTER_KEY ?? '', { mode: 0o600 });
    environment.GATEWAY_MASTER_KEY = randomBytes(32).toString('base64');
    assert.equal((await gateway('doctor')).code, 1);
    const refused = await gateway('keys', 'create', 'any');
    assert.equal(refused.code, 1);
    assert.match(refused.err, /The master key given .* does not open/);
    const without = await gateway('keys', 'reencrypt');
    assert.deepEqual([without.code, without.err], [1, refused.err], 'it names what to give');
    assert.match(await ok('keys', 'reencrypt', '--old-key-file', old), /^\d+ secrets/);
    await ok('doctor');
  });

  it('names --old-key-file if that file is invalid or missing', async () => {
    const file = join(folder, 'short.key');
    await writeFile(file, 'c2hvcnQ=', { mode: 0o600 });
    for (const [path, message] of [
      [file, '--old-key-file must be base64 of 32 bytes.\n'],
      [join(folder, 'none.key'), '--old-key-file cannot be read: there is no such file.\n'],
    ] as const) {
      const { code, err } = await gateway('keys', 'reencrypt', '--old-key-file', path);
      assert.deepEqual([code, err], [1, message]);
    }
  });

  it('rotates the key of receipts; the old one stays published', async () => {
    const first = await ok('receipts', 'keys', 'rotate');
    const second = await ok('receipts', 'keys', 'rotate');
    const keys = JSON.parse(await ok('receipts', 'keys', 'list'));
    assert.deepEqual(
      keys.map((key: { kid: string; signs: boolean }) => [key.kid, key.signs]),
      [
        [first, false],
        [second, true],
      ],
    );
    const { DATABASE_URL: databaseUrl = '', ...rest } = environment;
    const running = await startGateway({ databaseUrl, sandbox: true, environment: rest });
    const published = (await callerOf(running.url).raw('/.well-known/jwks.json')).json;
    await running.close();
    const shown = keys.map((key: { public_key: object }) => key.public_key);
    assert.deepEqual(published, { keys: shown });
  });

  it('doctor reports faults to people and as JSON, with exit code 1', async () => {
    const before = environment;
    environment = { ...before, GATEWAY_MASTER_KEY: randomBytes(32).toString('base64') };
    const forPeople = await gateway('doctor');
    const forPrograms = await gateway('doctor', '--json');
    environment = before;
    assert.deepEqual([forPeople.code, forPrograms.code], [1, 1]);
    assert.match(
      forPeople.out,
      /^FAULT Master key decrypts every secret\n {6}\d+ cannot be decrypted: .*\n {6}→ /m,
    );
    const findings = JSON.parse(forPrograms.out);
    assert.equal(
      findings.find((one: { state: string }) => one.state === 'fault').name,
      'Master key decrypts every secret',
    );
  });

  it('prints no secret in lists', async () => {
    const listed = [
      ['keys', 'list'],
      ['merchants', 'list'],
      ['receipts', 'keys', 'list'],
      ['doctor', '--json'],
    ];
    const texts = await Promise.all(listed.map((words) => ok(...words)));
    assert.doesNotMatch(texts.slice(0, 2).join(), /secret|hash/);
    assert.doesNotMatch(texts.join(), /"d":|whsec_|sealed/);
  });

  const misuse: [name: string, args: string[], says: RegExp][] = [
    [
      'an unknown command',
      ['dance', 'now'],
      /^There is no command "dance now"\.\nCommands: serve, merchants, .*, doctor\.\n.* help explains them\.\n$/,
    ],
    [
      'an unknown command of a group',
      ['keys', 'dance'],
      /^.*\nCommands of keys: keys create, keys rotate, .*\n.* help keys explains them\.\n$/,
    ],
    ['a missing argument', ['keys', 'create'], /MERCHANT is missing/],
    [
      'a name of two lines',
      ['merchants', 'create', 'Example\nAir'],
      /NAME must hold no line break, tab or other control character/,
    ],
    [
      'a name that is too long',
      ['merchants', 'create', 'A'.repeat(4097)],
      /NAME must be at most 4096 characters long/,
    ],
    ['an unknown option', ['merchants', 'list', '--all'], /--all/],
    ['a state there is not', ['webhooks', 'list', '--state', 'lost'], /pending, delivered, dead/],
    ['a name without quotes', ['merchants', 'create', 'Example', 'Air'], /"Air" is one argument too many/],
    ['no command', [], /No command was given[\s\S]*flight-offset-gateway serve/],
    ['an accent that is no colour', ['merchants', 'create', 'A', '--accent', 'red'], /#2346c7/],
    [
      'a logo that is no URL',
      ['merchants', 'create', 'A', '--logo', 'https://['],
      /--logo must be an https URL/,
    ],
    [
      'a port that is none',
      ['serve', '--sandbox', '--port', '99999'],
      /GATEWAY_PORT must be a whole number from 0 to 65535/,
    ],
    ['a host of an empty variable', ['serve', '--sandbox', '--host', ''], /--host is empty\.\nUsage:/],
    [
      'two ports',
      ['serve', '--sandbox', '--port', '99999', '--port', '0'],
      /--port can be given only once\.\nUsage:/,
    ],
    ['a file of an empty variable', ['restore', ''], /FILE is missing\.\nUsage:/],
  ];
  for (const [name, args, says] of misuse) {
    it(`${name}: exit code 2 and a reason`, async () => {
      const { code, err } = await gateway(...args);
      assert.equal(code, 2);
      assert.match(err, says);
    });
  }

  it('names a missing argument before it needs any settings', async () => {
    let commands = 0;
    for (const { words, usage } of COMMANDS) {
      const [argument] = / ([A-Z]+(?:\|[A-Z]+)*)/.exec(usage.replace(/\[[^\]]*\]|--\S+ \S+/g, '')) ?? [];
      if (argument === undefined) continue;
      commands += 1;
      const { code, err } = await runCommand({}, ...words);
      assert.deepEqual([code, err.split('\n')[0]], [2, `${argument.trim()} is missing.`], usage);
    }
    assert.ok(commands > 30);
  });

  it('names a missing option before it needs any settings', async () => {
    for (const [words, options] of [
      ['registry import FILE', ['registry']],
      ['retirements record', ['project', 'tonnes', 'serials', 'date', 'url']],
      ['portfolios create ID', ['parts']],
      ['payouts received PAYOUT', ['amount']],
      ['statements close', ['merchant', 'period']],
      ['statements pdf MERCHANT STATEMENT', ['out']],
    ] as const) {
      const given: string[] = words.split(' ');
      for (const option of options) {
        const { code, err } = await runCommand({}, ...given);
        assert.deepEqual([code, err.split('\n')[0]], [2, `--${option} is missing.`], words);
        given.push(`--${option}`, 'x');
      }
      const { err } = await runCommand({}, ...given);
      assert.match(err, /^Invalid configuration/, words);
    }
  });

  it('refuses a database that does not exist by name without creating it; migrate creates it', async () => {
    const before = environment;
    const file = join(folder, 'none', 'gateway.sqlite');
    environment = { ...before, DATABASE_URL: `sqlite:${file}` };
    try {
      for (const words of [['merchants', 'create', 'Air'], ['doctor'], ['keys', 'list']]) {
        const { code, err } = await gateway(...words);
        assert.equal(code, 1);
        assert.ok(err.includes(`There is no database at ${file}`), err);
      }
      assert.equal(existsSync(join(folder, 'none')), false);
      await ok('migrate');
      await ok('merchants', 'create', 'Air');
    } finally {
      environment = before;
    }
  });

  it('names a database that cannot be opened and its setting, and keeps the permissions of its folder', async () => {
    const before = environment;
    const at = join(folder, 'state');
    await mkdir(at, { mode: 0o755 });
    await writeFile(join(at, 'text'), 'no database '.repeat(100));
    // Like a folder of another account, it does not show whether there is a database.
    await symlink('circle', join(at, 'circle'));
    try {
      const unreadable = (file: string, why: string): [string, string] => [
        file,
        `The database at ${file}, which DATABASE_URL names, cannot be opened (${why})`,
      ];
      for (const [file, says] of [
        [at, 'DATABASE_URL names a folder'],
        unreadable(join(at, 'text'), 'SQLITE_NOTADB'),
        unreadable(join(at, 'text', 'gateway.sqlite'), 'ENOTDIR'),
        unreadable(join(at, 'circle'), 'ELOOP'),
        // No folder can be made here.
        ...(existsSync('/proc/self') ? [unreadable('/proc/none/gateway.sqlite', 'ENOENT')] : []),
      ] as const) {
        environment = { ...before, DATABASE_URL: `sqlite:${file}` };
        const { code, err } = await gateway('migrate');
        assert.equal(code, 1);
        assert.ok(err.startsWith(says), err);
      }
      const [file, says] = unreadable(join(at, 'circle'), 'ELOOP');
      environment = { ...before, DATABASE_URL: `sqlite:${file}` };
      const { err } = await gateway('merchants', 'list');
      assert.ok(err.startsWith(says), 'not that there is none, which migrate would make');
    } finally {
      environment = before;
    }
    assert.equal((await stat(at)).mode & 0o777, 0o755);
  });

  it('prints the usage and the options of a command with --help', async () => {
    const text = await ok('keys', 'create', '--help');
    assert.match(text, /^Usage: flight-offset-gateway keys create MERCHANT/);
    assert.match(text, /^ {2}--scheme +How requests are signed/m);
    assert.equal(await ok('help', 'keys', 'create'), text);
    const group = await ok('keys', '--help');
    assert.match(group, /flight-offset-gateway keys revoke KEY/);
    assert.doesNotMatch(group, /flight-offset-gateway merchants/);
    assert.equal((await gateway('help', 'dance')).code, 2);
  });

  it('prints its version', async () => {
    const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
    assert.equal(await ok('--version'), version);
  });

  it('explains every option of every command', () => {
    const missing = COMMANDS.flatMap(({ words, options }) =>
      options.filter((name) => !optionHelp(words, name)).map((name) => [...words, `--${name}`].join(' ')),
    );
    assert.deepEqual(missing, []);
    // An option may mean something else in another command.
    for (const [command, name, meaning] of [
      ['retirements correct', 'reason', /It is published/],
      ['orders refund', 'reason', /stored with the refund/],
      ['retirements correct', 'date', /of the retirement/],
      ['retirements record', 'date', /of the retirement/],
      ['registry import', 'date', /of the export/],
    ] as const)
      assert.match(optionHelp(command.split(' '), name) ?? '', meaning, `${command} --${name}`);
    for (const { words, options } of COMMANDS)
      assert.deepEqual(options, [...new Set(options)], `${words.join(' ')} lists an option twice`);
  });

  it('prints lists as JSON into a pipe and as tables for people', async () => {
    await ok('merchants', 'create', 'Table Air');
    const piped = JSON.parse(await ok('merchants', 'list'));
    assert.deepEqual(JSON.parse(await ok('merchants', 'list', '--json')), piped);
    const [last] = piped.slice(-1);
    assert.equal(typeof last.created_at, 'number');
    const table = await ok('merchants', 'list', '--table');
    assert.match(table, /Table Air/);
    assert.doesNotMatch(table, new RegExp(String(last.created_at)));
    assert.match(table, /\d{4}-\d\d-\d\d \d\d:\d\d/);
    const log = await ok('audit', 'list', '--table', '--merchant', last.id);
    assert.match(log, /merchant\.created[\s\S]*name: Table Air/);
  });

  it('refuses a master key file that every account may read, unless a setting allows it', async () => {
    const before = environment;
    const { GATEWAY_MASTER_KEY = '', ...rest } = before;
    const file = join(folder, 'readable.key');
    await writeFile(file, GATEWAY_MASTER_KEY);
    await chmod(file, 0o644);
    environment = { ...rest, GATEWAY_MASTER_KEY_FILE: file };
    try {
      const { code, err } = await gateway('keys', 'list');
      assert.equal(code, 2);
      assert.match(err, /GATEWAY_MASTER_KEY_FILE can be read by every account/);
      environment = { ...environment, GATEWAY_ALLOW_READABLE_KEY_FILE: '1' };
      await ok('keys', 'list');
      await chmod(file, 0o640);
      environment = { ...rest, GATEWAY_MASTER_KEY_FILE: file };
      await ok('keys', 'list');
    } finally {
      environment = before;
    }
  });

  it('names every fault of a configuration, and no value', async () => {
    const before = environment;
    environment = {
      DATABASE_URL: 'mysql://u:hunter2@h/d',
      GATEWAY_ALLOCATION_POLICY: 'x',
      GATEWAY_CONSOLE: 'yes',
      GATEWAY_MASTER_KEY: 'c2hvcnQ=',
    };
    const { code, err } = await runCommand(environment, 'serve');
    environment = before;
    assert.equal(code, 2);
    for (const name of ['DATABASE_URL', 'GATEWAY_ALLOCATION_POLICY', 'GATEWAY_MASTER_KEY'])
      assert.match(err, new RegExp(name));
    assert.match(err, /^- GATEWAY_ALLOCATION_POLICY must be listed or cheapest$/m);
    assert.match(err, /^- GATEWAY_CONSOLE must be 0 or 1$/m);
    assert.doesNotMatch(err, /hunter2|c2hvcnQ/);
  });

  it('exits with 0 and without an error if its reader closes the pipe', async () => {
    const child = spawn(process.execPath, [...GATEWAY_COMMAND, 'help'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    assert.deepEqual([code, err], [0, '']);
  });

  it('reports that it cannot listen, and names the settings of the address', async () => {
    const taken = await startGateway();
    const { port } = new URL(taken.url);
    const where: [args: string[], message: RegExp][] = [
      [
        ['--port', port],
        new RegExp(
          `^Cannot listen on 127\\.0\\.0\\.1:${port} \\(EADDRINUSE\\)\\. Check GATEWAY_HOST and GATEWAY_PORT, or --host and --port`,
        ),
      ],
      [['--port', '0', '--host', '192.0.2.1'], /^Cannot listen on 192\.0\.2\.1:0 \(EADDRNOTAVAIL\)\./],
    ];
    for (const [args, message] of where) {
      const { code, err } = await runCommand(
        { DATABASE_URL: 'sqlite::memory:' },
        'serve',
        '--sandbox',
        ...args,
      );
      assert.equal(code, 1);
      assert.match(err, message);
    }
    await taken.close();
  });
});
