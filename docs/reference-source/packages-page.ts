import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { escapeTags, table } from './schema-table.ts';

const PACKAGES = fileURLToPath(new URL('../../packages/', import.meta.url));

/** Entries whose values are listed, with the folder of their sources. */
const ENTRIES: readonly [name: string, folder: string, load: () => Promise<object>][] = [
  ['@flight-offset/core', 'core', () => import('@flight-offset/core')],
  ['@flight-offset/core/server', 'core', () => import('@flight-offset/core/server')],
  ['@flight-offset/core/retirement', 'core', () => import('@flight-offset/core/retirement')],
  ['@flight-offset/core/testing', 'core', () => import('@flight-offset/core/testing')],
  ['@flight-offset/emissions', 'emissions', () => import('@flight-offset/emissions')],
  ['@flight-offset/server', 'server', () => import('@flight-offset/server')],
  ['@flight-offset/console', 'console', () => import('@flight-offset/console')],
  ['@flight-offset/console/permissions', 'console', () => import('@flight-offset/console/permissions')],
  ['@flight-offset/gateway', 'gateway', () => import('@flight-offset/gateway')],
];

/** What an export is and what its docstring says first. */
interface Documented {
  readonly kind: string;
  readonly text: string;
}

/** Every documented value of a package's sources, by name. */
function documented(folder: string): Map<string, Documented> {
  const found = new Map<string, Documented>();
  const files = globSync(`${folder}/src/**/*.ts`, { cwd: PACKAGES }).filter(
    (name) => !name.endsWith('.test.ts'),
  );
  for (const file of files) {
    const source = readFileSync(PACKAGES + file, 'utf8');
    const exports = source.matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:async )?(function|class|const)\*? (\w+)/g,
    );
    for (const [, comment = '', kind = '', name = ''] of exports) {
      if (!found.has(name)) found.set(name, { kind, text: firstWords(comment) });
    }
  }
  return found;
}

/** A docstring up to its first tag, in one line. */
function firstWords(comment: string): string {
  const text = comment.replace(/^\s*\* ?/gm, '');
  return (/^[\s\S]*?(?=^@|$(?![\s\S]))/m.exec(text)?.[0] ?? '')
    .replace(/\{@link ([^}]+)\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The reference of the packages: every value each entry exports, with its docstring. */
export async function packagesPage(): Promise<string> {
  const sections = await Promise.all(
    ENTRIES.map(async ([entry, folder, load]) => {
      const known = documented(folder);
      const names = Object.keys(await load()).sort((a, b) => a.localeCompare(b));
      const rows = names.map((name) => {
        const { kind = 'const', text = '' } = known.get(name) ?? {};
        const shown = kind === 'function' ? `${name}()` : name;
        return [`\`${shown}\``, kind === 'const' ? 'value' : kind, escapeTags(text)];
      });
      return `## ${entry} {#${entry.slice(1).replaceAll('/', '-')}}\n\n${table(['Export', 'Kind', 'What for'], rows)}`;
    }),
  );
  return [
    '# Packages',
    'Everything that can be called, made from what the packages export and from their docstrings. Types are in the editor; the [fields](/reference/fields) of the wire and the [elements](/reference/elements) have pages of their own.',
    '## Install',
    'The packages are not on the npm registry yet. In a clone of the repository `pnpm tarballs` packs them into `tarballs/`; install the file in your project: `npm install PATH/tarballs/core.tgz`. A package that builds on `core` needs that file too, in the same command. Commands such as `npx @flight-offset/core verify` run in a folder where the package is installed.',
    ...sections,
  ].join('\n\n');
}
