import { html } from '../../http/html.ts';
import { onceField, readOnce } from '../../http/once.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { merchantPath } from '../../layout/navigation.ts';
import { page } from '../../layout/page.ts';

function parentOf({ merchant }: MerchantVisit): { text: string; href: string } {
  return { text: 'Webhooks', href: `${merchantPath(merchant.id)}/webhooks` };
}

async function ask(visit: MerchantVisit): Promise<Response> {
  return page(visit, {
    title: 'Signing secret',
    place: 'webhooks',
    merchant: visit.merchant,
    parent: parentOf(visit),
    content: html`<section class="card"><p>A new secret signs from now on. The previous one keeps signing beside it for 24 hours, so that your backend can change over without losing a webhook.</p>
<form method="post" action="${merchantPath(visit.merchant.id)}/webhooks/secret">${onceField()}<button class="danger" type="submit">Create a new secret</button></form></section>`,
  });
}

async function rotate(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, session, form } = visit;
  const secret = await service.webhooks.rotateSecret(session, merchant.id, readOnce(form));
  return page(visit, {
    title: 'New signing secret',
    place: 'webhooks',
    merchant,
    parent: parentOf(visit),
    content: html`<section class="card"><p>Copy it now: it is shown this once. Set it in your backend within 24 hours.</p>
<code class="secret" data-copy>${secret}</code><p><a href="${merchantPath(merchant.id)}/webhooks">Done</a></p></section>`,
  });
}

/** Rotating the secret that signs webhooks: asks for a recent sign-in. */
export const webhookSecretRoutes: readonly Route[] = [
  forMerchant('GET', '/webhooks/secret', { permission: 'webhooks.rotate' }, ask),
  forMerchant('POST', '/webhooks/secret', { permission: 'webhooks.rotate', recent: true }, rotate),
];
