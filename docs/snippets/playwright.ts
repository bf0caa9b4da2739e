import { type FakeBackend, fakeBackend } from '@flight-offset/elements/testing';
import type { Page } from 'playwright-core';

/** Responds in place of your backend to the pages of a test. */
export async function mockBackend(page: Page, endpoint = '/offset'): Promise<FakeBackend> {
  const backend = fakeBackend({ endpoint });
  await page.route(`**${endpoint}/**`, async (route) => {
    const request = route.request();
    try {
      const response = await backend.respond(
        new Request(request.url(), { method: request.method(), body: request.postData() }),
      );
      await route.fulfill({ status: response.status, json: await response.json() });
    } catch {
      await route.abort(); // such as in the scenario 'offline'
    }
  });
  return backend;
}
