import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DEFAULT_RETRY } from '@flight-offset/core/server';
import { escapeTags, figure, table } from './schema-table.ts';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

/** Interfaces whose members are options, with the path under which they are set. */
const SECTIONS: readonly [title: string, prefix: string, file: string, name: string][] = [
  ['Service', 'service.', 'packages/core/src/client/options.ts', 'OffsetClientOptions'],
  ['Quotes, orders and callbacks', '', 'packages/server/src/options.ts', 'OffsetOptions'],
  ['Requests', '', 'packages/server/src/handler-options.ts', 'GuardOptions'],
  ['Amounts', 'amounts.', 'packages/server/src/pricing/amounts.ts', 'AmountOptions'],
  ['Policy', 'policy.', 'packages/server/src/options.ts', 'PolicyOptions'],
  ['Repeats', 'service.retry.', 'packages/core/src/client/retry.ts', 'RetryPolicy'],
  ['Circuit breaker', 'breaker.', 'packages/server/src/service/breaker.ts', 'BreakerOptions'],
];

/** URL of the service, which the interface cannot mark as required: an environment may replace it. */
const BASE_URL: OptionRow = {
  name: 'baseUrl',
  type: 'string',
  isRequired: true,
  text: 'URL of the service, such as `https://gateway.example.com`. Not needed with `environment`.',
};

/** An option as the reference shows it. */
export interface OptionRow {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly text: string;
}

/** Writes a docstring in one line, links as code. */
const inOneLine = (comment: string): string =>
  comment
    .replace(/^\s*\* ?/gm, ' ')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Returns the members of an interface in a source file, with their docstrings.
 * @throws Error If the file has no such interface.
 */
function optionsOf(source: string, name: string): OptionRow[] {
  const body = new RegExp(`export interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(source)?.[1];
  if (body === undefined) throw new Error(`There is no interface ${name}`);
  return [
    ...`${body}\n`.matchAll(/(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?readonly (\w+)(\?)?: ([\s\S]*?);\n/g),
  ].map(([, comment = '', option = '', optional, type = '']) => ({
    name: option,
    type: type.replace(/\s+/g, ' '),
    isRequired: optional === undefined,
    text: inOneLine(comment),
  }));
}

/** Splits a docstring into its default and the rest. */
function splitDefault(text: string): { fallback: string; meaning: string } {
  const found = /(?:^|;? )default:? (.+?)(?:\.(?= |$)|;|$)/i.exec(text);
  if (!found) return { fallback: '', meaning: text };
  const meaning = text.replace(found[0], found[0].startsWith(';') ? '.' : '').trim();
  return { fallback: found[1] ?? '', meaning };
}

/** Returns the options of an interface, including inherited ones and defaults that are declared elsewhere. */
function rowsOf(name: string, source: string): OptionRow[] {
  const own = optionsOf(source, name);
  if (name === 'OffsetClientOptions')
    return [BASE_URL, ...optionsOf(source, 'Environment').filter((one) => !one.isRequired), ...own];
  if (name !== 'RetryPolicy') return own;
  const defaults = new Map(Object.entries(DEFAULT_RETRY));
  return own.map((row) => ({
    ...row,
    isRequired: false,
    text: `${row.text} Default ${figure(defaults.get(row.name))}.`,
  }));
}

/** Generates the reference of the handler's options, from the interfaces that declare them and their docstrings. */
export function handlerOptionsPage(): string {
  const sections = SECTIONS.map(([title, prefix, file, name]) => {
    const rows = rowsOf(name, read(file));
    return [
      `## ${title}`,
      table(
        ['Option', 'Type', 'Default', 'Meaning'],
        rows.map(({ name: option, type, isRequired, text }) => {
          const { fallback, meaning } = splitDefault(text);
          return [
            `\`${prefix}${option}\``,
            `\`${type}\``,
            isRequired ? 'required' : escapeTags(fallback),
            escapeTags(meaning),
          ];
        }),
      ),
    ].join('\n\n');
  });
  return [
    '# Handler options',
    'Every option of `createOffsetHandler` in `@flight-offset/server`, with type and default. Only `service` is required. Invalid options throw a `TypeError` at startup that names the option.',
    ...sections,
    '## Example: link orders to bookings, limit requests, open the back office',
    '`bookingContext` links an order to the booking in the traveller’s session. `rateLimit` refuses requests with `429` and `Retry-After`. `authorize` exposes the back office to your staff. `options.ts` is the file of [your backend](/guide/backend).',
    `\`\`\`ts [guards.ts]\n${read('docs/snippets/backend/guards.ts').trim()}\n\`\`\``,
  ].join('\n\n');
}
