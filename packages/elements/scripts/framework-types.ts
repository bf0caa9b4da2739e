import type { ElementDescription } from './element-description.ts';

/** How a framework writes an event listener, and where it looks for the types of elements. */
interface Framework {
  readonly listeners: (event: string) => readonly string[];
  /** Prefix of a property that is not an attribute. */
  readonly property?: string;
  readonly declare: (entries: string) => string;
}

const camel = (event: string): string =>
  event.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());

const FRAMEWORKS: Readonly<Record<string, Framework>> = {
  react: {
    listeners: (event) => [`on${event}`],
    declare: (entries) => `import type { HTMLAttributes, RefAttributes } from 'react';
type Html<E> = Omit<HTMLAttributes<E>, 'onError'> & RefAttributes<E> & { class?: string; name?: string };
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
${entries}
    }
  }
}`,
  },
  preact: {
    listeners: (event) => [`on${event}`],
    declare: (entries) => `import type { HTMLAttributes } from 'preact';
type Html<E extends EventTarget> = HTMLAttributes<E> & { name?: string };
declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
${entries}
    }
  }
}`,
  },
  solid: {
    listeners: (event) => [`on:${event}`],
    property: 'prop:',
    declare: (entries) => `import type { JSX } from 'solid-js';
type Html<E> = JSX.HTMLAttributes<E> & { name?: string };
declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
${entries}
    }
  }
}`,
  },
  vue: {
    listeners: (event) => [`on${camel(event)}`],
    declare: (entries) => `import type { HTMLAttributes } from 'vue';
type Html<E> = HTMLAttributes & { name?: string; ref?: unknown; element?: E };
type Component<P> = new () => { $props: P };
declare module 'vue' {
  interface GlobalComponents {
${entries.replace(/: (Html<.*);$/gm, ': Component<$1>;')}
  }
}`,
  },
  svelte: {
    listeners: (event) => [`on${event}`, `on:${event}`],
    declare: (entries) => `import type { HTMLAttributes } from 'svelte/elements';
type Html<E extends EventTarget> = HTMLAttributes<E> & { name?: string };
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
${entries}
  }
}`,
  },
};

/** Names of the properties that a page may set: typed fields and attributes, not those that it can only read. */
const settable = ({ members }: ElementDescription): string[] =>
  members
    .filter(({ kind, privacy, attribute }) => kind === 'field' && (privacy === 'public' || attribute))
    .map(({ name }) => name);

function entry(element: ElementDescription, { listeners, property = '' }: Framework): string {
  const { name, tagName, attributes, events } = element;
  const lines = [
    ...settable(element).map((field) => `${field}?: E['${field}']`),
    ...(property ? settable(element).map((field) => `'${property}${field}'?: E['${field}']`) : []),
    ...attributes
      .filter(({ name: attribute, fieldName }) => attribute !== fieldName)
      .map(({ name: attribute }) => `'${attribute}'?: string`),
    ...events.flatMap(({ name: event }) =>
      listeners(event).map((listener) => `'${listener}'?: (event: HTMLElementEventMap['${event}']) => void`),
    ),
  ];
  return `      '${tagName}': Html<${name}> & { ${lines.join('; ').replaceAll('E[', `${name}[`)} };`;
}

/** Returns the types for each framework, by file name. */
export function frameworkTypes(elements: readonly ElementDescription[]): Record<string, string> {
  const classes = elements.map(({ name }) => name).join(', ');
  return Object.fromEntries(
    Object.entries(FRAMEWORKS).map(([name, framework]) => [
      name,
      `// Made of the custom elements manifest.
import type { ${classes} } from '../index.js';
${framework.declare(elements.map((element) => entry(element, framework)).join('\n'))}
`,
    ]),
  );
}
