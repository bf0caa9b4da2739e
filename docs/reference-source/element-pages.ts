import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formerAnchor } from './anchor.ts';
import { proseOf } from './docstring.ts';
import { escapeTags, table } from './schema-table.ts';

const SOURCE = fileURLToPath(new URL('../../packages/elements/src/', import.meta.url));

/** Lists in the docstring of an element, by tag: pairs of name and meaning. */
type Lists = Readonly<Record<'fires' | 'slot' | 'csspart' | 'cssproperty' | 'cssstate', readonly Entry[]>>;
type Entry = readonly [name: string, meaning: string];

/** A property; `attribute` is empty if it has none, and undefined if it is read-only. */
interface Property {
  readonly name: string;
  readonly attribute: string | undefined;
  readonly type: string;
  readonly description: string;
}

/** An element as its source documents it. */
interface ElementSource {
  readonly tag: string;
  readonly description: string;
  readonly properties: readonly Property[];
  readonly methods: readonly Entry[];
  readonly parent: string | undefined;
  readonly lists: Lists;
}

const read = (path: string): string => readFileSync(SOURCE + path, 'utf8');

/** Returns a description up to the end of its first sentence. */
const firstSentence = (text: string): string => /^.*?[.](?= [A-Z]|$)/.exec(text)?.[0] ?? text;

/** Entries of one tag in a docstring, such as `@csspart card - The whole.` */
function listed(comment: string, tag: string): Entry[] {
  const text = comment.replace(/^\s*\* ?/gm, '');
  const entries = text.matchAll(new RegExp(`^@${tag} (?:\\{\\w+\\} )?(\\S*) ?- ([^@]*)`, 'gm'));
  return [...entries].map(([, name = '', meaning = '']) => [name, meaning.replace(/\s+/g, ' ').trim()]);
}

function listsOf(comment: string): Lists {
  return {
    fires: listed(comment, 'fires'),
    slot: listed(comment, 'slot'),
    csspart: listed(comment, 'csspart'),
    cssproperty: listed(comment, 'cssproperty'),
    cssstate: listed(comment, 'cssstate'),
  };
}

/** Returns the attribute of a property, as Lit's `static properties` declares it. */
function attributeOf(source: string, name: string): string | undefined {
  const declared = new RegExp(`\\b${name}: \\{([^}]*)\\}`).exec(source)?.[1];
  if (declared === undefined) return undefined;
  if (/attribute: false/.test(declared)) return '';
  return /attribute: '([^']+)'/.exec(declared)?.[1] ?? name.toLowerCase();
}

function propertiesOf(source: string): Property[] {
  const fields = source.matchAll(
    /\/\*\*((?:(?!\*\/)[\s\S])*?)\*\/\s*declare (?:readonly )?(\w+)\??: ([^;]+);/g,
  );
  const reactive = [...fields].flatMap(([, comment = '', name = '', type = '']) => {
    const attribute = attributeOf(source, name);
    return attribute === undefined
      ? []
      : [{ name, attribute, type: type.replace(/\s+/g, ' '), description: proseOf(comment) }];
  });
  const accessors = source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*?)\*\/\s*get (\w+)\(\): ([^{]+) \{/g);
  return [
    ...reactive,
    ...[...accessors].map(([, comment = '', name = '', read = '']) => {
      const set = new RegExp(`\\bset ${name}\\(\\w+: ([^)]+)\\)`).exec(source)?.[1];
      // Properties that are attributes by themselves, such as `disabled`, have `@attr`.
      const attribute = /@attr\b/.test(comment) ? name : attributeOf(source, name);
      return {
        name,
        attribute: set && (attribute ?? ''),
        type: set ?? read,
        description: proseOf(comment.replace(/@attr\b/, '')),
      };
    }),
  ];
}

/** Returns documented methods that a page may call; the browser calls the others. */
function methodsOf(source: string): Entry[] {
  const methods = source.matchAll(
    /\/\*\*((?:(?!\*\/|@internal)[\s\S])*?)\*\/\n {2}(?:async )?(\w+)\(\): [^{]+ \{/g,
  );
  return [...methods].flatMap(([, comment = '', name = '']) =>
    name.endsWith('Callback') ? [] : [[`${name}()`, proseOf(comment)] as const],
  );
}

/** Returns every class of the elements by name, with its base classes. */
function classes(): Map<string, ElementSource> {
  const found = new Map<string, ElementSource>();
  for (const file of globSync('**/*.ts', { cwd: SOURCE }).filter((name) => !name.endsWith('.test.ts'))) {
    const source = read(file);
    const match =
      /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?export (?:abstract )?class (\w+)(?:<[^{]*>)? extends (\w+)/.exec(
        source,
      );
    if (!match) continue;
    const [, comment = '', name = '', parent] = match;
    found.set(name, {
      tag: '',
      parent,
      description: proseOf(comment),
      properties: propertiesOf(source),
      methods: methodsOf(source),
      lists: listsOf(comment),
    });
  }
  return found;
}

/** Returns the data of each event, from the table of its types. */
function eventData(): Map<string, string> {
  const entries = read('events/events.ts').matchAll(/'(offset-[\w-]+)': \{([^}]*)\}/g);
  return new Map(
    [...entries].map(([, name = '', fields = '']) => [
      name,
      [...fields.matchAll(/readonly (\w+)/g)].map(([, field]) => `\`${field}\``).join(', '),
    ]),
  );
}

/** Writes tables of an element's methods, events, inputs and styling; none if it has none. */
function tablesOf(
  { methods, lists: { fires, slot, csspart, cssstate } }: ElementSource,
  carries: Map<string, string>,
): string[] {
  const plain = (title: string, head: string, entries: readonly Entry[], show: (name: string) => string) =>
    entries.length === 0
      ? []
      : [
          `## ${title}`,
          table(
            [head, 'Meaning'],
            entries.map(([name, text]) => [show(name), escapeTags(text)]),
          ),
        ];
  return [
    ...plain('Methods', 'Method', methods, (name) => `\`${name}\``),
    ...(fires.length === 0
      ? []
      : [
          '## Events',
          table(
            ['Event', 'Carries', 'When'],
            fires.map(([name, text]) => [`\`${name}\``, carries.get(name) ?? '', escapeTags(text)]),
          ),
        ]),
    ...plain('Slots', 'Slot', slot, (name) => (name ? `\`${name}\`` : 'without a name')),
    ...plain('Parts', 'Part', csspart, (name) => `\`::part(${name})\``),
    ...plain('States', 'State', cssstate, (name) => `\`:state(${name})\``),
  ];
}

/** Attributes have the name of their property, unless this note states otherwise. */
function attributeNote(name: string, attribute: string | undefined): string {
  if (attribute === undefined) return ' Read-only.';
  if (attribute === '') return ' Property only.';
  return attribute === name ? '' : ` Attribute: \`${attribute}\`.`;
}

/** Reads every element, with the properties it inherits, in the order of their tags. */
function readElements(): ElementSource[] {
  const known = classes();
  return globSync('define/*.ts', { cwd: SOURCE })
    .sort()
    .map((file) => {
      const tag = file.replace(/^define\/|\.ts$/g, '');
      const className = tag.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
      const element = known.get(className);
      if (!element) throw new Error(`${file} defines no class ${className}: fix the reference.`);
      const properties: Property[] = [];
      const methods: Entry[] = [];
      for (
        let at: ElementSource | undefined = element;
        at;
        at = at.parent ? known.get(at.parent) : undefined
      ) {
        properties.push(...at.properties.filter(({ name }) => !properties.some((one) => one.name === name)));
        methods.push(...at.methods.filter(([name]) => !methods.some(([one]) => one === name)));
      }
      return { ...element, tag, properties, methods };
    });
}

const ELEMENTS = readElements();

function elementPage(element: ElementSource): string {
  const { tag, description, properties } = element;
  return [
    `# \`<${tag}>\``,
    escapeTags(description),
    `Registered by \`@flight-offset/elements/define/${tag}\`. Events, attributes and custom properties of all elements are described under [elements](/reference/elements).`,
    '## Properties',
    table(
      ['Property', 'Type', 'Meaning'],
      properties.map(({ name, attribute, type, description: text }) => [
        `\`${name}\``,
        `\`${type.replace(/ \| undefined$/, '')}\``,
        `${escapeTags(text)}${attributeNote(name, attribute)}`,
      ]),
    ),
    ...tablesOf(element, eventData()),
  ].join('\n\n');
}

/** Generates the reference of the elements, a page per tag, from their sources and docstrings. */
export const ELEMENT_PAGES: Readonly<Record<string, () => string>> = Object.fromEntries(
  ELEMENTS.map((element) => [element.tag, () => elementPage(element)]),
);

/** Generates the page on all elements: common rules, and the list. */
export function elementsPage(): string {
  const customProperties = new Map(ELEMENTS.flatMap(({ lists }) => lists.cssproperty));
  return [
    '# Elements',
    'Made from the sources of `@flight-offset/elements` and their docstrings.',
    table(
      ['Element', 'What for'],
      ELEMENTS.map(({ tag, description }) => [
        `${formerAnchor(tag)}[\`<${tag}>\`](/reference/${tag})`,
        escapeTags(firstSentence(description)),
      ]),
    ),
    'Events bubble, also out of shadow roots, and fire only for changes that the element itself makes. `offset-redirect` can be cancelled. Each property is also an attribute of the same name, unless its line says otherwise.',
    '## Custom properties',
    'Set them on an element or on any of its ancestors.',
    table(
      ['Property', 'Meaning'],
      [...customProperties].map(([name, text]) => [`\`${name}\``, escapeTags(text)]),
    ),
  ].join('\n\n');
}
