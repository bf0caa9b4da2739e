import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A decision page, for lists of them. */
export interface Decision {
  readonly title: string;
  readonly link: string;
}

/** Decisions on one subject. */
export interface DecisionGroup {
  readonly subject: string;
  readonly decisions: readonly Decision[];
}

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Pages by subject, without `.md`; those on emissions by the beginning of their names. */
const SUBJECTS: Readonly<Record<string, RegExp>> = {
  'Checkout and wording':
    /^(?:amounts-come-from-tokens|contribute-later|honest-words|one-contract|webhooks-are-hints|what-the-interface-leaves-open|who-collects)$/,
  'Money and credits':
    /^(?:allocated-is-not-retired|credits-are-held-briefly|currencies|money-moves-once|portfolios-in-whole-shares|units)$/,
  'Storage and operation':
    /^(?:allotments-of-lots|console-in-the-gateway|names-for-monitoring|one-file-to-start|outbox|sqlite-then-postgresql)$/,
  Widget: /^(?:bytes-of-the-widget|elements-without-decorators|from-widget-to-figure|one-glance)$/,
  Emissions: /^emissions-/,
  'How we work': /^(?:libraries|pnpm-through-npx|rooms|side-by-side|web-standards-in-the-middle)$/,
};

function decisionOf(name: string): Decision {
  const title = /^# (.+)$/m.exec(readFileSync(`${FOLDER}${name}.md`, 'utf8'))?.[1] ?? name;
  return { title, link: `/decisions/${name}` };
}

const byTitle = (a: Decision, b: Decision): number => a.title.localeCompare(b.title, 'en');

/**
 * Returns every decision that has a page, by subject and title.
 * @throws Error if a page has no subject, so that none is missing from the list.
 */
export function groupDecisions(): DecisionGroup[] {
  const names = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .map((name) => name.replace(/\.md$/, ''));
  const patterns = Object.values(SUBJECTS);
  const lost = names.filter((name) => !patterns.some((pattern) => pattern.test(name)));
  if (lost.length > 0)
    throw new Error(`docs/decisions/list-decisions.ts has no subject for ${lost.join(', ')}`);
  return Object.entries(SUBJECTS).map(([subject, pattern]) => ({
    subject,
    decisions: names
      .filter((name) => pattern.test(name))
      .map(decisionOf)
      .sort(byTitle),
  }));
}

/** Returns every decision that has a page, in the order of {@link groupDecisions}. */
export const listDecisions = (): Decision[] => groupDecisions().flatMap(({ decisions }) => decisions);
