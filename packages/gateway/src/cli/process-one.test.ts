import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { GATEWAY_COMMAND } from '../testing/command-process.ts';

/**
 * Arguments of `unshare` that start a program as process 1, as in a container; without root, in a new user namespace.
 */
const AS_PROCESS_ONE = [
  '--pid',
  '--fork',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
];
const isPossible = spawnSync('unshare', [...AS_PROCESS_ONE, 'true']).status === 0;

describe('a gateway that is process 1', {
  skip: !isPossible && 'this account may make no namespaces',
}, () => {
  // A database that accepts connections and never responds, so that the gateway keeps starting.
  const database = createServer();
  const connected: Socket[] = [];
  let child: ChildProcess | undefined;

  before(() => once(database.listen(0, '127.0.0.1'), 'listening'));
  after(() => {
    child?.kill('SIGKILL');
    for (const socket of connected) socket.destroy();
    database.close();
  });

  it('exits at once on SIGTERM while it starts', async () => {
    const { port } = database.address() as AddressInfo;
    child = spawn(
      'unshare',
      [...AS_PROCESS_ONE, process.execPath, ...GATEWAY_COMMAND, 'serve', '--sandbox'],
      {
        env: { ...process.env, DATABASE_URL: `postgres://gateway@127.0.0.1:${port}/gateway` },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    const ended = once(child, 'exit');
    const [socket] = (await once(database, 'connection')) as [Socket];
    connected.push(socket.on('error', () => undefined));
    const gateway = Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8'));
    process.kill(gateway, 'SIGTERM');
    assert.deepEqual(await ended, [128 + 15, null]);
  });
});
