import { commandsPage } from './commands-page.ts';
import { elementsPage } from './elements-page.ts';
import { errorsPage } from './errors-page.ts';
import { fieldsPage } from './fields-page.ts';
import { handlerOptionsPage } from './handler-options-page.ts';
import { limitsPage } from './limits-page.ts';
import { merchantPage } from './merchant-page.ts';
import { operationsPage } from './operations-page.ts';
import { packagesPage } from './packages-page.ts';

/** Pages which are made from the schemas each time the site is served or built: they cannot fall behind. */
export const PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  operations: operationsPage,
  'backend-endpoints': merchantPage,
  fields: fieldsPage,
  errors: errorsPage,
  limits: limitsPage,
  elements: elementsPage,
  commands: commandsPage,
  packages: packagesPage,
  'handler-options': handlerOptionsPage,
};
