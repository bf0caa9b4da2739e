import { commandsPage } from './commands-page.ts';
import { ELEMENT_PAGES, elementsPage } from './element-pages.ts';
import { ENDPOINT_PAGES, endpointsPage } from './endpoint-pages.ts';
import { errorsPage } from './errors-page.ts';
import { FIELD_PAGES, fieldsPage } from './field-pages.ts';
import { handlerOptionsPage } from './handler-options-page.ts';
import { limitsPage } from './limits-page.ts';
import { MERCHANT_PAGES, merchantPage } from './merchant-pages.ts';
import { PACKAGE_PAGES, packagesPage } from './package-pages.ts';

/** Pages which are made from the schemas each time the site is served or built: they cannot fall behind. */
export const PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  operations: endpointsPage,
  ...ENDPOINT_PAGES,
  'backend-endpoints': merchantPage,
  ...MERCHANT_PAGES,
  fields: fieldsPage,
  ...FIELD_PAGES,
  errors: errorsPage,
  limits: limitsPage,
  elements: elementsPage,
  ...ELEMENT_PAGES,
  commands: commandsPage,
  packages: packagesPage,
  ...PACKAGE_PAGES,
  'handler-options': handlerOptionsPage,
};
