import { time } from '../../format/time.ts';
import { html } from '../../http/html.ts';
import { readOnce } from '../../http/once.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { merchantPath } from '../../layout/navigation.ts';
import { page } from '../../layout/page.ts';
import { confirmationPage } from '../confirmation-page.ts';

function parentOf({ merchant }: MerchantVisit): { text: string; href: string } {
  return { text: 'Webhooks', href: `${merchantPath(merchant.id)}/webhooks` };
}

async function showConfirmation(visit: MerchantVisit): Promise<Response> {
  const { merchant, service } = visit;
  const current = await service.webhooks.secret(merchant.id);
  return confirmationPage(visit, {
    title: 'Signing secret',
    place: 'webhooks',
    parent: parentOf(visit),
    about: [
      ['Merchant', merchant.name],
      ['Current secret', current ? html`created ${time(current.createdAt)}` : 'none'],
    ],
    text: 'The new secret signs webhooks from now on. The current one also signs them for another 24 hours, so that your backend can switch without losing a webhook.',
    path: `${merchantPath(merchant.id)}/webhooks/secret`,
    hidden: { current: current?.id ?? '' },
    button: 'Create a new secret',
  });
}

async function rotate(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, session, form } = visit;
  const rotation = { once: readOnce(form), current: form.get('current') ?? '' };
  const secret = await service.webhooks.rotateSecret(session, merchant.id, rotation);
  return page(visit, {
    title: 'New signing secret',
    place: 'webhooks',
    merchant,
    parent: parentOf(visit),
    content: html`<section class="card"><p>Copy it now: it is shown only once. Set it in your backend within 24 hours.</p>
<code class="secret" data-copy="secret">${secret}</code><p><a href="${merchantPath(merchant.id)}/webhooks">Done</a></p></section>`,
  });
}

/** Rotating the secret that signs webhooks: requires a recent sign-in. */
export const webhookSecretRoutes: readonly Route[] = [
  forMerchant('GET', '/webhooks/secret', { permission: 'webhooks.rotate', recent: true }, showConfirmation),
  forMerchant('POST', '/webhooks/secret', { permission: 'webhooks.rotate', recent: true }, rotate),
];
