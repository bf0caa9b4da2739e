import type { Flight } from '@flight-offset/core';
import { type FlightFields, toFlight } from './flights.ts';

/** Settings of the playground's widget. */
export interface WidgetSettings {
  readonly flights: readonly FlightFields[];
  readonly cabin: string;
  readonly passengers: number;
  readonly locale: string;
  /** Changed custom properties, by name. */
  readonly tokens: Readonly<Record<string, string>>;
}

const DEFINE = "import '@flight-offset/elements/define/flight-offset-widget';";

/** Returns code that puts the same widget into a page, by framework. */
export function snippets(settings: WidgetSettings): Readonly<Record<'HTML' | 'React' | 'Vue', string>> {
  return { HTML: html(settings), React: react(settings), Vue: vue(settings) };
}

/** The attribute of plain HTML has no place for an aircraft: if one is given, the property is set. */
function html(settings: WidgetSettings): string {
  const { flights, passengers } = settings;
  const asAttribute = flights.every(({ aircraft }) => aircraft.trim() === '');
  const written = flights
    .map(toFlight)
    .map(({ operatingCarrierCode, flightNumber, origin, destination }, index) => {
      const { date = '' } = flights[index] ?? {};
      return `${operatingCarrierCode}${flightNumber} ${origin}-${destination} ${date}`;
    })
    .join(', ');
  const lines = [
    ...(asAttribute ? [`flights="${written}"`] : []),
    ...common(settings),
    ...(passengers === 1 ? [] : [`passengers="${passengers}"`]),
    ...styleAttribute(settings),
  ];
  const element = `<flight-offset-widget\n${indent(['endpoint="/offset"', ...lines], 2)}\n></flight-offset-widget>`;
  const setting = `document.querySelector('flight-offset-widget').flights = ${literal(flights)};`;
  return [
    '<script type="module" src="/flight-offset-widget.js"></script>',
    element,
    ...(asAttribute ? [] : [`<script type="module">\n${indent(setting.split('\n'), 2)}\n</script>`]),
  ].join('\n\n');
}

function react(settings: WidgetSettings): string {
  const { flights, passengers, tokens } = settings;
  const style = Object.entries(tokens).map(([name, value]) => `'${name}': '${value}'`);
  const lines = [
    'endpoint="/offset"',
    'flights={flights}',
    ...common(settings),
    ...(passengers === 1 ? [] : [`passengers={${passengers}}`]),
    ...(style.length > 0 ? [`style={{ ${style.join(', ')} }}`] : []),
  ];
  return [
    "import { FlightOffsetWidget } from '@flight-offset/elements/react';",
    `const flights = ${literal(flights)};`,
    `export const Contribution = () => (\n  <FlightOffsetWidget\n${indent(lines, 4)}\n  />\n);`,
  ].join('\n\n');
}

function vue(settings: WidgetSettings): string {
  const { flights, passengers } = settings;
  const lines = [
    'endpoint="/offset"',
    ':flights="flights"',
    ...common(settings),
    ...(passengers === 1 ? [] : [`:passengers="${passengers}"`]),
    ...styleAttribute(settings),
  ];
  return [
    `<script setup>\n${DEFINE}\n\nconst flights = ${literal(flights)};\n</script>`,
    `<template>\n  <flight-offset-widget\n${indent(lines, 4)}\n  />\n</template>`,
  ].join('\n\n');
}

const common = ({ cabin, locale }: WidgetSettings): string[] => [
  ...(cabin === 'economy' ? [] : [`cabin="${cabin}"`]),
  ...(locale ? [`locale="${locale}"`] : []),
];

function styleAttribute({ tokens }: WidgetSettings): string[] {
  const style = Object.entries(tokens).map(([name, value]) => `${name}: ${value}`);
  return style.length > 0 ? [`style="${style.join('; ')}"`] : [];
}

/** Writes flights as in a script. */
function literal(flights: readonly FlightFields[]): string {
  const one = ({ departureDate: { year, month, day }, flightNumber, ...words }: Flight): string =>
    [
      '  {',
      ...Object.entries(words).map(([name, value]) => `    ${name}: ${JSON.stringify(value)},`),
      `    flightNumber: ${flightNumber},`,
      `    departureDate: { year: ${year}, month: ${month}, day: ${day} },`,
      '  },',
    ].join('\n');
  return `[\n${flights
    .map(toFlight)
    .map(one)
    .join('\n')
    .replace(/"([^"\\]*)"/g, "'$1'")}\n]`;
}

const indent = (lines: readonly string[], by: number): string =>
  lines.map((line) => ' '.repeat(by) + line).join('\n');
