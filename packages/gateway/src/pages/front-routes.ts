import { acceptsPage } from '../http/accepts-page.ts';
import type { Routes } from '../http/routes.ts';
import { Problem } from '../problem.ts';
import { type FrontPageOptions, frontPage } from './front-page.ts';
import { page, pageHeaders } from './page.ts';

/** Extension: the gateway's front page, for people. Programs get the same error as at any unknown endpoint. */
export const frontRoutes: Routes<FrontPageOptions> = (gateway) => ({
  '/': {
    async GET(context) {
      if (!acceptsPage(context.req.header('accept'))) {
        throw new Problem(40401, 'Unknown endpoint. See the API reference.', { headers: { vary: 'accept' } });
      }
      const text = await page({
        locale: { language: 'en', tag: 'en' },
        title: 'Flight Offset gateway',
        subtitle: 'Checkout for climate contributions on flights',
        content: frontPage(gateway),
      });
      return context.body(text, 200, { ...pageHeaders({}), vary: 'accept' });
    },
  },
});
