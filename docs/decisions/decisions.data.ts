import { readdirSync, readFileSync } from 'node:fs';

/** A decision page, for the list. */
export interface Decision {
  readonly title: string;
  readonly link: string;
}

declare const data: readonly Decision[];

export { data };

export default {
  watch: ['./*.md'],
  load: (): readonly Decision[] =>
    readdirSync(import.meta.dirname)
      .filter((name) => name.endsWith('.md') && name !== 'index.md')
      .map((name) => ({
        title: /^# (.+)$/m.exec(readFileSync(`${import.meta.dirname}/${name}`, 'utf8'))?.[1] ?? name,
        link: `/decisions/${name.replace(/\.md$/, '')}`,
      }))
      .sort((a, b) => a.title.localeCompare(b.title)),
};
