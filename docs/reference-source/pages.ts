import { commandsPage } from './commands-page.ts';
import { ELEMENT_PAGES, elementsPage } from './element-pages.ts';
import { ENDPOINT_PAGES, endpointsPage } from './endpoint-pages.ts';
import { errorsPage } from './errors-page.ts';
import { FIELD_PAGES, fieldsPage } from './field-pages.ts';
import { handlerOptionsPage } from './handler-options-page.ts';
import { limitsPage } from './limits-page.ts';
import { MERCHANT_PAGES, merchantPage } from './merchant-pages.ts';
import { PACKAGE_PAGES, packagesPage } from './package-pages.ts';

/** Makes a page of the reference. */
type MakePage = () => string | Promise<string>;

/** Makes a page once: a build needs each for the page itself, for the search and for its Markdown file. */
function memoize(make: MakePage): MakePage {
  let made: ReturnType<MakePage> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const MAKERS: Readonly<Record<string, MakePage>> = {
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

/** Pages generated from the schemas each time the site is served or built: they cannot become stale. */
export const PAGES: Readonly<Record<string, MakePage>> = Object.fromEntries(
  Object.entries(MAKERS).map(([name, make]) => [name, memoize(make)]),
);
