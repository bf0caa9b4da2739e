import type { Described, ElementDescription } from './element-description.ts';

const named = ({ name, description }: Described): object => ({
  name,
  ...(description ? { description } : {}),
});

/** Returns the values that an attribute may have, if its type lists them. */
function values({ type }: Described): object[] {
  return [...(type?.text ?? '').matchAll(/'([^']+)'/g)].map(([, name]) => ({ name }));
}

/** Returns the data for `html.customData` and `css.customData` of VS Code, by file name. */
export function vscodeData(elements: readonly ElementDescription[]): Record<string, object> {
  const properties = new Map(
    elements
      .flatMap(({ cssProperties }) => cssProperties)
      .map((property) => [property.name, named(property)]),
  );
  return {
    'vscode.html-custom-data': {
      version: 1.1,
      tags: elements.map(({ tagName, summary, description, attributes }) => ({
        name: tagName,
        description: `${summary}\n\n${description}`,
        attributes: attributes.map((attribute) => ({ ...named(attribute), values: values(attribute) })),
      })),
    },
    'vscode.css-custom-data': { version: 1.1, properties: [...properties.values()] },
  };
}
