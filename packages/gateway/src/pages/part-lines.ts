import { textsOf } from '../projects/facts.ts';
import type { OrderPart } from '../projects/order-parts.ts';
import type { ProjectFactRow } from '../store/schema.ts';
import { formatDate, formatMass } from './format.ts';
import { fill, LANGUAGES, type Language } from './messages.ts';
import type { OrderView, ViewLine } from './order-view.ts';
import { wordsFor } from './product-words.ts';

/** A project behind an order, with what its registry states of it. */
export interface ViewPart extends OrderPart {
  /** Undefined where no public export of the registry was imported. */
  readonly facts: ProjectFactRow | undefined;
}

/** A line for each project behind an order, in plain words, with its part where there are several. */
export function partLines({ order, parts, portfolio }: OrderView, language: Language): ViewLine[] {
  const m = wordsFor(order, language);
  const choice = portfolio === undefined ? [] : [{ label: m.choice, value: portfolio }];
  const lines = parts.map((part) => ({
    label: m.project,
    value: parts.length > 1 ? formatMass(part.grams, language) : '',
    note: partText(part, language),
    link: part.project.public_url,
  }));
  return [...choice, ...lines];
}

/** What a project does, its name in the registry, place, years and label. */
function partText(part: ViewPart, language: Language): string {
  const { name, registry, project_id, descriptions } = part.project;
  const texts = textsOf(descriptions);
  const description = texts[language] ?? texts.en;
  const sentences = [
    description?.replace(/[.।]$/, ''),
    `${name}, ${registry} ${project_id}`,
    placeAndYears(part, language),
    label(part, language),
  ];
  return sentences.filter((one) => one !== undefined && one !== '').join('. ');
}

function placeAndYears({ project, facts }: ViewPart, language: Language): string {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
  const place = facts?.country || (project.country === null ? '' : names.of(project.country));
  const from = facts?.vintage_from ?? project.vintage_from;
  const to = facts?.vintage_to ?? project.vintage_to ?? from;
  const years = from === null ? '' : from === to ? String(from) : `${from}–${to}`;
  const vintage = years === '' ? '' : fill(LANGUAGES[language].vintage, { years });
  return [place, vintage].filter(Boolean).join(', ');
}

/** The label of the credits with the date as of which the registry shows it. */
function label({ facts }: ViewPart, language: Language): string | undefined {
  const date = facts?.ccp_label_on ?? null;
  if (date === null) return undefined;
  return fill(LANGUAGES[language].ccpLabel, { date: formatDate(Date.parse(date), language) });
}
