import type { FlightFields } from './flights.ts';

/** What the playground's widget is set to. */
export interface WidgetSettings {
  readonly flights: readonly FlightFields[];
  readonly cabin: string;
  readonly passengers: number;
  readonly locale: string;
  /** Custom properties that are not left as they are, by name. */
  readonly tokens: Readonly<Record<string, string>>;
}

const styleOf = (tokens: WidgetSettings['tokens']): string =>
  Object.entries(tokens)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');

const attributes = ({ flights, cabin, passengers, locale, tokens }: WidgetSettings): [string, string][] => [
  ['endpoint', '/offset'],
  [
    'flights',
    flights
      .map(
        ({ carrier, number, origin, destination, date }) =>
          `${carrier}${number} ${origin}-${destination} ${date}`,
      )
      .join(', '),
  ],
  ...(cabin === 'economy' ? [] : [['cabin', cabin] as [string, string]]),
  ...(passengers === 1 ? [] : [['passengers', String(passengers)] as [string, string]]),
  ...(locale ? [['locale', locale] as [string, string]] : []),
  ...(Object.keys(tokens).length > 0 ? [['style', styleOf(tokens)] as [string, string]] : []),
];

/** Code which puts the same widget into a page, by framework. */
export function snippets(settings: WidgetSettings): Readonly<Record<'HTML' | 'React' | 'Vue', string>> {
  const lines = attributes(settings).map(([name, value]) => `  ${name}="${value}"`);
  const element = `<flight-offset-widget\n${lines.join('\n')}\n></flight-offset-widget>`;
  const react = element
    .replace(/style="[^"]+"/, () => `style={${objectOf(settings.tokens)}}`)
    .replace(/passengers="(\d+)"/, 'passengers={$1}');
  const define = "import '@flight-offset/elements/define/flight-offset-widget';";
  return {
    HTML: `<script type="module" src="/flight-offset-widget.js"></script>\n\n${element}`,
    React: `${define}\n\nexport const Contribution = () => (\n${indent(react, '  ')}\n);`,
    Vue: `<script setup>\n${define}\n</script>\n\n<template>\n${indent(element, '  ')}\n</template>`,
  };
}

function objectOf(tokens: WidgetSettings['tokens']): string {
  const entries = Object.entries(tokens).map(([name, value]) => `'${name}': '${value}'`);
  return `{ ${entries.join(', ')} }`;
}

function indent(text: string, by: string): string {
  return text.replace(/^/gm, by);
}
