import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { type Listed, launchersOf } from './launchers.ts';

/** @param commands Commands of a process, its parent, and so on. */
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
  it(`finds the launchers of a process: ${name}`, () => {
    const found = launchersOf(10, tree(...commands));
    assert.deepEqual(
      found.map(({ pid }) => pid),
      launchers,
    );
  });

/** Prints its parent, and later that SIGTERM ends it. @param first Code that runs before. */
const server = (first = ''): string => `
  ${first}
  process.on('SIGTERM', () => { console.log('ends'); process.exit(); });
  setInterval(() => {}, 1000);
  console.log(process.ppid);`;

/** Starts such a server and stays. @param args Arguments of node. */
const starter = (...args: string[]): string =>
  `require('node:child_process').spawn(process.execPath, ${JSON.stringify(args)}, { stdio: 'inherit' });
  setInterval(() => {}, 1000)`;

const WATCHES_LAUNCHERS = starter(
  '--input-type=module',
  '-e',
  server(
    `(await import(${JSON.stringify(new URL('launchers.ts', import.meta.url).href)})).endWithLaunchers();`,
  ),
);
const WATCHES_PARENT = starter(
  '--import',
  new URL('end-with-parent.ts', import.meta.url).href,
  '-e',
  server(),
);

const NPX = '--title=npm exec demo';
const killed: [name: string, platform: boolean, command: string, args: string[]][] = [
  [
    'the package manager that it was started through',
    process.platform !== 'win32',
    process.execPath,
    [NPX, '-e', WATCHES_LAUNCHERS],
  ],
  [
    'one that nobody waits for',
    process.platform === 'linux',
    'sh',
    ['-c', '"$0" "$1" -e "$2" & exec sleep 600', process.execPath, NPX, WATCHES_LAUNCHERS],
  ],
  ['the process that started it', process.platform !== 'win32', process.execPath, ['-e', WATCHES_PARENT]],
];
for (const [name, runsHere, command, args] of killed)
  it(`a process ends with ${name}, even if that was killed`, { skip: !runsHere }, async () => {
    const top = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [parent] = await once(top.stdout, 'data');
    process.kill(Number(parent), 'SIGKILL');
    const [last] = await once(top.stdout, 'data');
    assert.equal(String(last), 'ends\n');
    top.kill();
  });
