/** Signing in other languages: each snippet is run against the gateway and against published signatures. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CreatedOrder } from '@flight-offset/core';
import { SIGNATURE_VECTORS } from '@flight-offset/core/testing';
import { startGatewayProcess } from './gateway.ts';
import { type NeededProgram, skipWithout } from './skip-without.ts';

const FOLDER = fileURLToPath(new URL('../snippets/signing', import.meta.url));
const SIGN_EACH = fileURLToPath(new URL('signing', import.meta.url));
const run = promisify(execFile);

interface Language {
  readonly name: string;
  readonly file: string;
  readonly needs: readonly NeededProgram[];
  /** Builds the file for running, in a separate folder. */
  readonly prepare?: (file: string, folder: string) => Promise<unknown>;
  readonly command: (file: string, folder: string) => readonly [command: string, ...args: string[]];
  /**
   * For a language that starts slowly: a program that creates many orders by the functions of the file, given a URL,
   * and for each order its secret and the file of its body.
   */
  readonly each?: (folder: string) => readonly [command: string, ...args: string[]];
}

/** Short runs: optimizing their code costs more than it saves. */
const SHORT_RUN = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

const LANGUAGES: readonly Language[] = [
  {
    name: 'curl and openssl',
    file: 'create-order.sh',
    needs: [
      ['curl', '--version'],
      ['openssl', 'version'],
    ],
    command: (file) => ['sh', file],
  },
  {
    name: 'Python',
    file: 'create_order.py',
    needs: [['python3', '--version']],
    command: (file) => ['python3', file],
    each: () => ['env', `PYTHONPATH=${FOLDER}`, 'python3', '-B', join(SIGN_EACH, 'sign_each.py')],
  },
  {
    name: 'PHP',
    file: 'create_order.php',
    // It ends with an error if the extension is missing.
    needs: [['php', '-rcurl_version();']],
    command: (file) => ['php', file],
  },
  {
    name: 'Java',
    file: 'CreateOrder.java',
    needs: [
      ['javac', '--version'],
      ['java', '--version'],
    ],
    prepare: (file, folder) => {
      const flags = [...SHORT_RUN.map((flag) => `-J${flag}`), '-encoding', 'UTF-8', '-d', folder];
      return run('javac', [...flags, file, join(SIGN_EACH, 'SignEach.java')]);
    },
    command: (_, folder) => ['java', ...SHORT_RUN, '-cp', folder, 'CreateOrder'],
    each: (folder) => ['java', ...SHORT_RUN, '-cp', folder, 'SignEach'],
  },
  {
    name: 'Go',
    file: 'create_order.go',
    needs: [['go', 'version']],
    prepare: (file, folder) => run('go', ['build', '-o', join(folder, 'create_order'), file]),
    command: (_, folder) => [join(folder, 'create_order')],
  },
  {
    name: 'C#',
    file: 'CreateOrder.cs',
    needs: [
      ['mcs', '--version'],
      ['mono', '--version'],
    ],
    prepare: (file, folder) =>
      run('mcs', ['-r:System.Net.Http', `-out:${join(folder, 'CreateOrder.exe')}`, file]),
    command: (_, folder) => ['mono', join(folder, 'CreateOrder.exe')],
  },
];

const BODIES = {
  'the example': readFileSync(join(FOLDER, 'order.json'), 'utf8'),
  'white space and other scripts':
    '{\n\t"emission_amount" : 0.5,\r\n  "user": { "name": "आरव “ß” \\u00e9" } }\n',
};

/** Published signatures whose secret is a text, as an API secret is. */
const VECTORS = SIGNATURE_VECTORS.flatMap(({ id, scheme, encoding, secretHex = '', bodyHex, signature }) => {
  const secret = Buffer.from(secretHex, 'hex').toString();
  const isText = /^[\x20-\x7e]+$/.test(secret);
  return scheme === 'hmac-sha256' && encoding === 'hex' && isText
    ? [{ id, secret, body: Buffer.from(bodyHex, 'hex'), signature }]
    : [];
});

/** A request as a service received it, exactly. */
interface Received {
  readonly signature: string;
  readonly body: Buffer;
}

let gateway: Awaited<ReturnType<typeof startGatewayProcess>>;
let listener: Server;
let received: Received[] = [];
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flight-offset-signing-'));
  listener = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ signature: String(request.headers['x-body-signature']), body: Buffer.concat(chunks) });
    response.writeHead(201, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  gateway = await startGatewayProcess();
});

after(async () => {
  await gateway?.close();
  listener?.close();
  if (folder) await rm(folder, { recursive: true });
});

test('every snippet of the folder has a test', () => {
  assert.ok(VECTORS.length >= 10);
  assert.deepEqual(readdirSync(FOLDER).sort(), [...LANGUAGES.map(({ file }) => file), 'order.json'].sort());
});

for (const { name, file, needs, prepare, command, each } of LANGUAGES) {
  const title = `signing in ${name}: the gateway takes what it signs, and published signatures come out`;
  test(title, { skip: skipWithout(needs) }, async () => {
    const source = join(FOLDER, file);
    const own = await mkdtemp(join(folder, 'made-'));
    await prepare?.(source, own);
    const [program, ...args] = command(source, own);
    const create = async (bytes: string | Buffer, env: Record<string, string>): Promise<string> => {
      const body = join(own, 'body.json');
      await writeFile(body, bytes);
      return (await run(program, [...args, body], { env: { ...process.env, ...env } })).stdout;
    };
    for (const [title, text] of Object.entries(BODIES)) {
      const response = JSON.parse(await create(text, { OFFSET_URL: gateway.url })) as CreatedOrder;
      assert.match(response.payment_url, /^http/, title);
    }
    const wrong = { OFFSET_URL: gateway.url, OFFSET_API_SECRET: 'another' };
    await assert.rejects(create('{}', wrong), ({ stdout, stderr }: { stdout: string; stderr: string }) =>
      `${stdout}${stderr}`.includes('40104'),
    );
    const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    // The whole program; one vector is enough if each start costs half a second of processor time.
    for (const { id, secret, body, signature } of each ? VECTORS.slice(0, 1) : VECTORS) {
      received = [];
      await create(body, { OFFSET_URL: address, OFFSET_API_SECRET: secret });
      assert.deepEqual(received, [{ signature, body }], id);
    }
    if (!each) return;
    const orders: string[] = [];
    for (const { id, secret, body } of VECTORS) {
      const path = join(own, `${id}.json`);
      await writeFile(path, body);
      orders.push(secret, path);
    }
    const [many, ...before] = each(own);
    received = [];
    await run(many, [...before, address, ...orders]);
    for (const [index, { id, body, signature }] of VECTORS.entries())
      assert.deepEqual(received[index], { signature, body }, id);
    assert.equal(received.length, VECTORS.length);
  });
}
