import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Listed, launchersOf } from './launchers.ts';

/** @param commands of a process, its parent, and so on up. */
function tree(...commands: string[]): (pid: number) => Listed | undefined {
  return (pid) => {
    const command = commands[pid - 10];
    return command === undefined
      ? undefined
      : { command, parent: pid === 10 + commands.length - 1 ? 1 : pid + 1 };
  };
}

const trees: [name: string, commands: string[], launchers: number[]][] = [
  [
    'npx in a terminal',
    [
      'node scripts/with-pnpm.mjs start',
      'sh -c node x',
      'pnpm start',
      "sh -c 'pnpm' start",
      'npm exec pnpm@12 start ',
      '-bash',
      'sshd',
    ],
    [11, 12, 13, 14],
  ],
  [
    'npm in a script of npm',
    ['node a.ts', 'sh -c a', 'npm start', 'sh -c b', 'npm run b', 'runner'],
    [11, 12, 13, 14],
  ],
  ['pnpm by its path', ['node a.ts', 'sh', '/usr/bin/node /opt/pnpm/bin/pnpm.cjs start', 'zsh'], [11, 12]],
  ['nothing but a shell', ['node a.ts', '-bash', 'systemd'], []],
  ['a shell in a folder of that name', ['node a.ts', 'vim /home/pnpm/x', '-bash'], []],
];
for (const [name, commands, launchers] of trees)
  it(`the launchers of a process: ${name}`, () => {
    const found = launchersOf(10, tree(...commands));
    assert.deepEqual(
      found.map(({ pid }) => pid),
      launchers,
    );
  });

it('a process ends with the package manager that it was started through', {
  skip: process.platform === 'win32',
}, async () => {
  const inner = `
    const { endWithLaunchers } = await import(${JSON.stringify(fileURLToPath(new URL('launchers.ts', import.meta.url)))});
    process.on('SIGTERM', () => { console.log('ends'); process.exit(); });
    endWithLaunchers();
    setInterval(() => {}, 1000);
    console.log('runs');`;
  const outer = `require('node:child_process').spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(inner)}], { stdio: 'inherit' });
    setInterval(() => {}, 1000)`;
  const npx = spawn(process.execPath, ['--title=npm exec demo', '-e', outer], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [first] = await once(npx.stdout, 'data');
  assert.equal(String(first), 'runs\n');
  npx.kill('SIGKILL');
  const [second] = await once(npx.stdout, 'data');
  assert.equal(String(second), 'ends\n');
});

it('nor does it have to be waited for, once it was killed', {
  skip: process.platform !== 'linux',
}, async () => {
  const inner = `
    const { endWithLaunchers } = await import(${JSON.stringify(new URL('launchers.ts', import.meta.url).href)});
    process.on('SIGTERM', () => { console.log('ends'); process.exit(); });
    endWithLaunchers();
    setInterval(() => {}, 1000);
    console.log(process.ppid);`;
  const outer = `require('node:child_process').spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(inner)}], { stdio: 'inherit' });
    setInterval(() => {}, 1000)`;
  // What the shell becomes waits for nobody.
  const idle = spawn(
    'sh',
    ['-c', '"$0" "--title=npm exec demo" -e "$1" & exec sleep 600', process.execPath, outer],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [npx] = await once(idle.stdout, 'data');
  process.kill(Number(npx), 'SIGKILL');
  const [second] = await once(idle.stdout, 'data');
  assert.equal(String(second), 'ends\n');
  idle.kill();
});

it('a server ends with the process that started it, however that ended', {
  skip: process.platform === 'win32',
}, async () => {
  const server = `
    process.on('SIGTERM', () => { console.log('ends'); process.exit(); });
    setInterval(() => {}, 1000);
    console.log('runs');`;
  const args = ['--import', new URL('end-with-parent.ts', import.meta.url).href, '-e', server];
  const outer = `require('node:child_process').spawn(process.execPath, ${JSON.stringify(args)}, { stdio: 'inherit' });
    setInterval(() => {}, 1000)`;
  const start = spawn(process.execPath, ['-e', outer], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [first] = await once(start.stdout, 'data');
  assert.equal(String(first), 'runs\n');
  start.kill('SIGKILL');
  const [second] = await once(start.stdout, 'data');
  assert.equal(String(second), 'ends\n');
});
