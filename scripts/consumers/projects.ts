import { fileURLToPath } from 'node:url';

const repository = new URL('../../', import.meta.url);
const own = (name: string): string => `scripts/consumers/projects/${name}`;

/** Folders of the repository that make up each project, laid one over the other. */
const FOLDERS = {
  angular: [own('shared'), own('angular')],
  bare: [own('bare')],
  next: ['examples/next-page', own('next')],
  'plain-page': ['examples/plain-page', own('plain-page')],
  preact: [own('shared'), own('preact')],
  react: ['examples/react-page', own('react')],
  solid: [own('shared'), own('solid')],
  svelte: [own('shared'), own('svelte')],
  vue: ['examples/vue-page', own('vue')],
  workers: ['examples/workers-backend', own('workers')],
} as const;

/** Name of a project that uses the packed packages. */
export type ProjectName = keyof typeof FOLDERS;

/** All projects. */
export const PROJECTS: readonly ProjectName[] = Object.keys(FOLDERS) as ProjectName[];

/** Returns the folders that make up a project; the last is its own and holds its lockfile. */
export function foldersOf(name: ProjectName): string[] {
  return FOLDERS[name].map((folder) => fileURLToPath(new URL(`${folder}/`, repository)));
}
