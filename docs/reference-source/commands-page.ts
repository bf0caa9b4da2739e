import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../packages/gateway/src/cli.ts', import.meta.url));

/** Generates the reference of the gateway's commands, from the gateway's own help. */
export function commandsPage(): string {
  const help = execFileSync(process.execPath, ['--conditions=source', CLI, 'help'], { encoding: 'utf8' });
  const commands = [...help.matchAll(/^ {2}flight-offset-gateway (.+)\n {6}(.+)$/gm)];
  if (commands.length === 0) throw new Error('The help of the gateway has another format: fix this page.');
  return [
    '# Commands of the gateway',
    'Each command follows `flight-offset-gateway`, or `pnpm gateway` in this repository. The configuration comes from the [environment](/reference/configuration). `COMMAND --help` explains the options, among them those that most commands take: `--sandbox` for the database and keys of the [sandbox](/guide/testing#sandbox-and-test-cards), `--json` and `--table`.',
    ...commands.map(([, usage = '', about = '']) => {
      const [words = ''] = usage.split(/ (?=[[A-Z-])/);
      // A command without arguments is its heading.
      return [`## ${words}`, ...(usage === words ? [] : [`\`${usage}\``]), about].join('\n\n');
    }),
  ].join('\n\n');
}
