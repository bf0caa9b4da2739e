import type { Locator, Page } from 'playwright-core';

/** URLs of a payment. */
export interface Payment {
  readonly gatewayUrl: string;
  /** Pattern of the return page's URL. */
  readonly returnsTo: string;
}

/** Pays the ticked contribution of a widget on the gateway's page, and returns to a page that shows it as paid. */
export async function payAndReturn(
  page: Page,
  widget: Locator,
  { gatewayUrl, returnsTo }: Payment,
): Promise<void> {
  await widget.getByRole('button', { name: /^Pay / }).click();
  await page.waitForURL(`${gatewayUrl}/**`);
  await page.locator('button[name=action][value=pay]').click();
  await page.getByRole('link', { name: /^Return to/ }).click();
  await page.waitForURL(returnsTo);
  await page.locator('offset-status:state(completed)').waitFor();
}
