import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A decision page, for lists of them. */
export interface Decision {
  readonly title: string;
  readonly link: string;
}

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Every decision there is a page of, by title. */
export function listDecisions(): Decision[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .map((name) => ({
      title: /^# (.+)$/m.exec(readFileSync(FOLDER + name, 'utf8'))?.[1] ?? name,
      link: `/decisions/${name.replace(/\.md$/, '')}`,
    }))
    .sort((a, b) => a.title.localeCompare(b.title));
}
