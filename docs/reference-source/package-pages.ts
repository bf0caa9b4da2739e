import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formerAnchor } from './anchor.ts';
import { proseOf } from './docstring.ts';
import { escapeTags, table } from './schema-table.ts';

const PACKAGES = fileURLToPath(new URL('../../packages/', import.meta.url));

/** An entry point, and the content of its page. */
interface Entry {
  readonly name: string;
  /** Name of its page below `/reference/`. */
  readonly page: string;
  /** Name of the page of its schemas, if they are too many for the main page. */
  readonly schemasPage?: string;
  /** Folder of its sources. */
  readonly folder: string;
  /** Its purpose, for the overview. */
  readonly about: string;
  readonly load: () => Promise<object>;
}

const ENTRIES: readonly Entry[] = [
  {
    name: '@flight-offset/core',
    page: 'package-core',
    schemasPage: 'package-core-schemas',
    folder: 'core',
    about: 'Units, money, locales, errors and constants of the interface.',
    load: () => import('@flight-offset/core'),
  },
  {
    name: '@flight-offset/core/server',
    page: 'package-core-server',
    folder: 'core',
    about: 'The API client, request signing and webhook verification, for backends.',
    load: () => import('@flight-offset/core/server'),
  },
  {
    name: '@flight-offset/core/retirement',
    page: 'package-core-retirement',
    folder: 'core',
    about: 'Checks receipts against published retirements.',
    load: () => import('@flight-offset/core/retirement'),
  },
  {
    name: '@flight-offset/core/testing',
    page: 'package-core-testing',
    folder: 'core',
    about: 'A service in memory, and test data.',
    load: () => import('@flight-offset/core/testing'),
  },
  {
    name: '@flight-offset/core/openapi',
    page: 'package-core-openapi',
    folder: 'core',
    about: 'The OpenAPI documents of the service and of the merchant’s backend.',
    load: () => import('@flight-offset/core/openapi'),
  },
  {
    name: '@flight-offset/core/conformance',
    page: 'package-core-conformance',
    folder: 'core',
    about: 'Checks whether a running service implements the interface.',
    load: () => import('@flight-offset/core/conformance'),
  },
  {
    name: '@flight-offset/emissions',
    page: 'package-emissions',
    folder: 'emissions',
    about: 'The emissions engine.',
    load: () => import('@flight-offset/emissions'),
  },
  {
    name: '@flight-offset/emissions/lite',
    page: 'package-emissions-lite',
    folder: 'emissions',
    about: 'The same engine with the airports of scheduled flights only, for pages and the edge.',
    load: () => import('@flight-offset/emissions/lite'),
  },
  {
    name: '@flight-offset/emissions/trips',
    page: 'package-emissions-trips',
    folder: 'emissions',
    about: 'Whole trips, GeoJSON, and rows of ISO 14083 and GHG Protocol reports.',
    load: () => import('@flight-offset/emissions/trips'),
  },
  {
    name: '@flight-offset/emissions/cities',
    page: 'package-emissions-cities',
    folder: 'emissions',
    about: 'Names of cities beside airport codes, in seven languages.',
    load: () => import('@flight-offset/emissions/cities'),
  },
  {
    name: '@flight-offset/emissions/tim',
    page: 'package-emissions-tim',
    folder: 'emissions',
    about: 'Google’s Travel Impact Model API as a live source, with the engine as the fallback.',
    load: () => import('@flight-offset/emissions/tim'),
  },
  {
    name: '@flight-offset/server',
    page: 'package-server',
    folder: 'server',
    about: 'The handler for your backend.',
    load: () => import('@flight-offset/server'),
  },
  {
    name: '@flight-offset/console',
    page: 'package-console',
    folder: 'console',
    about: "The console's pages, as one function of requests.",
    load: () => import('@flight-offset/console'),
  },
  {
    name: '@flight-offset/console/permissions',
    page: 'package-console-permissions',
    folder: 'console',
    about: 'Who may use each route of the console.',
    load: () => import('@flight-offset/console/permissions'),
  },
  {
    name: '@flight-offset/gateway',
    page: 'package-gateway',
    folder: 'gateway',
    about: 'Starts a gateway from a program, for tests.',
    load: () => import('@flight-offset/gateway'),
  },
];

/** Kind of an export, and the first sentence of its docstring. */
interface Documented {
  readonly kind: string;
  readonly text: string;
}

/** Returns every documented value of a package's sources, by name. */
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
      if (!found.has(name)) found.set(name, { kind, text: proseOf(comment) });
    }
  }
  return found;
}

/** Writes a table of an entry's exports that pass `isListed`, with their docstrings. */
async function exportTable(entry: Entry, isListed: (name: string) => boolean): Promise<string> {
  const known = documented(entry.folder);
  const names = Object.keys(await entry.load())
    .filter(isListed)
    .sort((a, b) => a.localeCompare(b, 'en'));
  const rows = names.map((name) => {
    const { kind = 'const', text = '' } = known.get(name) ?? {};
    const shown = kind === 'function' ? `${name}()` : name;
    return [`\`${shown}\``, kind === 'const' ? 'value' : kind, escapeTags(text)];
  });
  return table(['Export', 'Kind', 'What for'], rows);
}

const isSchema = (name: string): boolean => name.endsWith('Schema');

async function entryPage(entry: Entry): Promise<string> {
  const { name, schemasPage, about } = entry;
  return [
    `# ${name}`,
    `${about} Everything that can be called is listed; types are in the editor.`,
    ...(schemasPage ? [`The schemas have [a page of their own](/reference/${schemasPage}).`] : []),
    await exportTable(entry, (one) => !(schemasPage && isSchema(one))),
  ].join('\n\n');
}

async function schemasOf(entry: Entry): Promise<string> {
  return [
    `# Schemas of ${entry.name}`,
    'The zod schemas that check requests and responses. Each exports its type too: `orderSchema` is the schema of `Order`. Their fields are under [fields](/reference/fields) and [backend endpoints](/reference/backend-endpoints).',
    await exportTable(entry, isSchema),
  ].join('\n\n');
}

/** Generates the reference of the packages, a page per entry point, from its exports and their docstrings. */
export const PACKAGE_PAGES: Readonly<Record<string, () => Promise<string>>> = Object.fromEntries(
  ENTRIES.flatMap((entry) => [
    [entry.page, () => entryPage(entry)] as const,
    ...(entry.schemasPage ? [[entry.schemasPage, () => schemasOf(entry)] as const] : []),
  ]),
);

/** Generates the page on installing the packages, with the list of their entry points. */
export function packagesPage(): string {
  return [
    '# Packages',
    'Each entry point in this table has a page, made from what it exports and from the docstrings. The [elements](/reference/elements) have pages of their own. Adapters and stores of `server` are listed with [your backend](/guide/backend#mount-the-handler), the entry points of `elements` for frameworks with [frameworks](/guide/frameworks), and those for tests with [testing](/guide/testing).',
    table(
      ['Import', 'What for'],
      ENTRIES.map(({ name, page, about }) => [
        `${formerAnchor(name)}[\`${name}\`](/reference/${page})`,
        about,
      ]),
    ),
    '## Install',
    'The packages are not on the npm registry yet. In a clone of the repository `pnpm tarballs` packs them into `tarballs/`; install the file in your project: `npm install PATH/tarballs/core.tgz`. A package that builds on `core` needs that file too, in the same command. Commands such as `npx @flight-offset/core verify` run in a folder where the package is installed.',
  ].join('\n\n');
}
