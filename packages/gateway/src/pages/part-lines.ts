import type { Language, Locale } from '@flight-offset/core';
import { parseTexts } from '../projects/facts.ts';
import { formatDate, formatMass } from './format.ts';
import { fill } from './messages/fill.ts';
import { textsFor } from './messages/texts.ts';
import type { OrderView, ViewPart } from './order-view.ts';
import { wordsFor } from './product-words.ts';
import { isolated, signOf } from './punctuation.ts';
import type { ViewLine } from './view-line.ts';

/** Returns a line for each project behind an order, in plain words, with its share if there are several. */
export function partLines({ order, parts, portfolio }: OrderView, locale: Locale): ViewLine[] {
  const m = wordsFor(order, locale);
  const choice = portfolio === undefined ? [] : [{ label: m.choice, value: isolated(portfolio) }];
  const lines = parts.map((part) => {
    const { text, language } = descriptionOf(part, locale);
    // Screen readers speak a text in its own language.
    const isForeign = text !== undefined && language !== locale.language;
    return {
      label: m.project,
      value: parts.length > 1 ? formatMass(part.grams, locale) : '',
      ...(isForeign && { foreign: { text, language } }),
      note: partText(part, isForeign ? undefined : text, locale),
      link: part.project.public_url,
    };
  });
  return [...choice, ...lines];
}

/** Returns a project's description in the language of the page, or else in English. */
function descriptionOf(
  { project }: ViewPart,
  { tag, language }: Locale,
): { readonly text: string | undefined; readonly language: Language } {
  const texts = parseTexts(project.descriptions);
  const own = texts[tag] ?? texts[language];
  return own === undefined ? { text: texts.en, language: 'en' } : { text: own, language };
}

/** Writes a project's description, its name in the registry, place, years and label. */
function partText(part: ViewPart, description: string | undefined, locale: Locale): string {
  const { name, registry, project_id } = part.project;
  const sentences = [
    description?.replace(/[.।。]$/, ''),
    isolated(`${name}, ${registry} ${project_id}`),
    placeAndYears(part, locale),
    label(part, locale),
  ];
  return sentences.filter((one) => one !== undefined && one !== '').join(signOf('stop', locale));
}

function placeAndYears({ project, facts }: ViewPart, locale: Locale): string {
  const names = new Intl.DisplayNames(locale.tag, { type: 'region', fallback: 'code' });
  const place = facts?.country || (project.country === null ? '' : names.of(project.country));
  const from = facts?.vintage_from ?? project.vintage_from;
  const to = facts?.vintage_to ?? project.vintage_to ?? from;
  const years = from === to ? String(from) : `${from}–${to}`;
  const vintage = from === null ? '' : fill(textsFor(locale).vintage, { years });
  return [place, vintage].filter(Boolean).join(signOf('comma', locale));
}

/** Writes the label of the credits with the date as of which the registry shows it. */
function label({ facts }: ViewPart, locale: Locale): string | undefined {
  const date = facts?.ccp_label_on ?? null;
  if (date === null) return undefined;
  return fill(textsFor(locale).ccpLabel, { date: formatDate(Date.parse(date), locale) });
}
