import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { escapeTags, table } from './schema-table.ts';

const SOURCE = fileURLToPath(new URL('../../packages/elements/src/', import.meta.url));

/** An element as its source documents it. */
interface ElementSource {
  readonly tag: string;
  readonly description: string;
  readonly properties: readonly { name: string; attribute: string; type: string; description: string }[];
  readonly parent: string | undefined;
}

const read = (path: string): string => readFileSync(SOURCE + path, 'utf8');
const words = (comment: string): string =>
  comment
    .replace(/^\s*\* ?/gm, '')
    .replace(/@summary[^\n]*/g, '')
    .replace(/\{@link ([^}]+)\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .trim();

/** Declarations of Lit's `static properties`: which attribute each property has. */
function attributeOf(source: string, name: string): string | undefined {
  const declared = new RegExp(`\\b${name}: \\{([^}]*)\\}`).exec(source)?.[1];
  if (declared === undefined) return undefined;
  if (/attribute: false/.test(declared)) return '';
  return /attribute: '([^']+)'/.exec(declared)?.[1] ?? name.toLowerCase();
}

function propertiesOf(source: string): ElementSource['properties'] {
  const fields = source.matchAll(
    /\/\*\*((?:(?!\*\/)[\s\S])*?)\*\/\s*declare (?:readonly )?(\w+)\??: ([^;]+);/g,
  );
  return [...fields].flatMap(([, comment = '', name = '', type = '']) => {
    const attribute = attributeOf(source, name);
    return attribute === undefined
      ? []
      : [{ name, attribute, type: type.replace(/\s+/g, ' '), description: words(comment) }];
  });
}

/** Every class of the elements by its name, with the classes they come from. */
function classes(): Map<string, ElementSource & { file: string }> {
  const found = new Map<string, ElementSource & { file: string }>();
  for (const file of globSync('**/*.ts', { cwd: SOURCE }).filter((name) => !name.endsWith('.test.ts'))) {
    const source = read(file);
    const match =
      /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?export (?:abstract )?class (\w+)(?:<[^{]*>)? extends (\w+)/.exec(
        source,
      );
    if (!match) continue;
    const [, comment = '', name = '', parent] = match;
    found.set(name, { file, tag: '', parent, description: words(comment), properties: propertiesOf(source) });
  }
  return found;
}

/** Events with their docstrings, from the table which types them. */
function events(): string[][] {
  const entries = read('events/events.ts').matchAll(
    /\/\*\*([^*]*(?:\*(?!\/)[^*]*)*)\*\/\s*'(offset-[\w-]+)': \{([^}]*)\}/g,
  );
  return [...entries].map(([, comment = '', name = '', fields = '']) => [
    `\`${name}\``,
    [...fields.matchAll(/readonly (\w+)/g)].map(([, field]) => `\`${field}\``).join(', '),
    escapeTags(words(comment)),
  ]);
}

/** Distinct matches of a pattern in all sources of the elements. */
function collect(pattern: RegExp): string[] {
  const all = globSync('**/*.ts', { cwd: SOURCE })
    .filter((name) => !name.endsWith('.test.ts') && !name.startsWith('testing/'))
    .flatMap((name) => [...read(name).matchAll(pattern)].map(([, match = '']) => match));
  return [...new Set(all)].sort();
}

/** The reference of the elements, made from their sources and docstrings. */
export function elementsPage(): string {
  const known = classes();
  const sections = globSync('define/*.ts', { cwd: SOURCE })
    .sort()
    .map((file) => {
      const tag = file.replace(/^define\/|\.ts$/g, '');
      const className = tag.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
      const element = known.get(className);
      if (!element) throw new Error(`${file} defines no class ${className}: the reference has to be mended.`);
      const properties: ElementSource['properties'][number][] = [];
      for (
        let at: ElementSource | undefined = element;
        at;
        at = at.parent ? known.get(at.parent) : undefined
      ) {
        properties.push(...at.properties.filter(({ name }) => !properties.some((one) => one.name === name)));
      }
      return [
        `## \`<${tag}>\` {#${tag}}`,
        escapeTags(element.description),
        `Registered by \`@flight-offset/elements/define/${tag}\`.`,
        table(
          ['Property', 'Attribute', 'Type', 'Meaning'],
          properties.map(({ name, attribute, type, description }) => [
            `\`${name}\``,
            attribute && `\`${attribute}\``,
            `\`${type}\``,
            escapeTags(description),
          ]),
        ),
      ].join('\n\n');
    });
  return [
    '# Elements',
    'Made from the sources of `@flight-offset/elements` and their docstrings.',
    ...sections,
    '## Events',
    'All bubble, also out of shadow roots, and are fired for changes from inside only. `offset-redirect` can be cancelled.',
    table(['Event', 'Carries', 'When'], events()),
    '## Parts',
    collect(/\bpart="([\w-]+)"/g)
      .map((part) => `\`::part(${part})\``)
      .join(', '),
    '## Slots',
    collect(/<slot name="([\w-]+)"/g)
      .map((slot) => `\`${slot}\``)
      .join(', '),
    '## Custom properties',
    collect(/(--offset-[\w-]+)/g)
      .map((name) => `\`${name}\``)
      .join(', '),
  ].join('\n\n');
}
