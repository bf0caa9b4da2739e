import { commandsPage } from '../reference-source/commands-page.ts';
import { elementsPage } from '../reference-source/elements-page.ts';
import { errorsPage } from '../reference-source/errors-page.ts';
import { fieldsPage } from '../reference-source/fields-page.ts';
import { limitsPage } from '../reference-source/limits-page.ts';
import { operationsPage } from '../reference-source/operations-page.ts';
import { packagesPage } from '../reference-source/packages-page.ts';

/** Pages which are made from the schemas each time the site is served or built: they cannot fall behind. */
const PAGES = {
  operations: operationsPage,
  fields: fieldsPage,
  errors: errorsPage,
  limits: limitsPage,
  elements: elementsPage,
  commands: commandsPage,
  packages: packagesPage,
};

export default {
  watch: ['../reference-source/*.ts'],
  paths: () =>
    Promise.all(
      Object.entries(PAGES).map(async ([page, content]) => ({ params: { page }, content: await content() })),
    ),
};
