/** Package managers that a command was started through: the command ends if they are killed. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process as the system lists it. */
export interface Listed {
  readonly parent: number;
  readonly command: string;
}

/** Looks up a process; undefined if there is none, or the system has no readable list. */
function findProcess(pid: number): Listed | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // After the name, which may contain spaces and brackets: the state, then the parent.
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      return { parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') };
    }
    const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return { parent: Number.parseInt(line, 10), command: line.replace(/^\d+\s+/, '') };
  } catch {
    return undefined;
  }
}

/** `npm exec`, as npx calls itself, `pnpm run`, or this repository's own script in front of them. */
const LAUNCHER = /^(?:\S*node )?\S*\b(npm|npx|pnpm|with-pnpm)\b/;

/** A process between this one and the user's shell. */
interface Launcher {
  readonly pid: number;
  readonly parent: number;
  /** Name of the package manager; undefined for a shell between two of them. */
  readonly name: string | undefined;
}

/**
 * Finds the processes between a process and the user's shell: up to the topmost package manager.
 * @param find Looks up a process.
 */
export function launchersOf(
  pid: number,
  find: (pid: number) => Listed | undefined = findProcess,
): Launcher[] {
  const above: Launcher[] = [];
  for (let next = find(pid)?.parent; next !== undefined && next > 0; ) {
    const listed = find(next);
    if (!listed) break;
    above.push({ pid: next, parent: listed.parent, name: LAUNCHER.exec(listed.command)?.[1] });
    next = listed.parent;
  }
  return above.slice(0, above.findLastIndex(({ name }) => name !== undefined) + 1);
}

function isAlive(pid: number): boolean {
  // A killed process has no command, until its parent has waited for it.
  if (process.platform === 'linux') return (findProcess(pid)?.command ?? '') !== '';
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Ends this process as SIGTERM does, within a second of the end of one of its launchers: npx and npm pass no signal on,
 * and servers that no one can stop would keep their ports.
 */
export function endWithLaunchers(): void {
  const launchers = launchersOf(process.pid);
  const end = (): boolean => process.kill(process.pid, 'SIGTERM');
  // npm sets this for all descendants: if only the first process of the system is above, npm was killed before.
  const isNpm = process.env.npm_config_npm_version !== undefined;
  const top = launchers.at(-1);
  if (isNpm && top?.name === 'pnpm' && top.parent === 1) end();
  const watch = setInterval(() => {
    if (launchers.every(({ pid }) => isAlive(pid))) return;
    clearInterval(watch);
    end();
  }, 1000);
  watch.unref();
}
