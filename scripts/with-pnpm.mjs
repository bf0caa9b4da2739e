// Runs scripts/<name>.ts under pnpm, so that `npm start` on a bare Node does what `pnpm start` does:
// pnpm installs what is missing and puts the pinned Node first on the PATH.
import { spawn } from 'node:child_process';

const [name, ...args] = process.argv.slice(2);

if (process.env.npm_config_user_agent?.startsWith('pnpm/')) {
  await import('./node-version.mjs');
  process.argv.splice(2, 1);
  (await import('./launchers.ts')).endWithLaunchers();
  await import(`./${name}.ts`);
} else {
  const child = spawn('npx', ['--yes', 'pnpm@12.21.0', 'run', name, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm passes no signal on: if it is killed, only the shell between it and this process ends.
  const { ppid } = process;
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === ppid || child.kill(), 1000).unref();
  child.on('exit', (code) => process.exit(code ?? 1));
}
