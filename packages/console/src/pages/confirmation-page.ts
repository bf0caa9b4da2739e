import { type Content, html } from '../http/html.ts';
import { onceField } from '../http/once.ts';
import type { SignedInVisit } from '../http/route.ts';
import { type PageOptions, page } from '../layout/page.ts';
import { facts } from '../parts/facts.ts';

/** A confirmation before an act that cannot be undone. */
export interface Confirmation extends Pick<PageOptions, 'title' | 'place'> {
  /** The page that the act was begun on; Cancel leads back there. */
  readonly parent: NonNullable<PageOptions['parent']>;
  /** The object and the people concerned. */
  readonly about: Parameters<typeof facts>[0];
  /** The effect of the act. */
  readonly text: Content;
  /** Path that the form is sent to. */
  readonly path: string;
  /** State of the object that this page shows and the act depends on. */
  readonly hidden?: Readonly<Record<string, string>>;
  readonly fields?: Content;
  readonly button: string;
}

/** Renders a page that names the effect of an act, with the one button that does it. */
export async function confirmationPage(visit: SignedInVisit, confirmation: Confirmation): Promise<Response> {
  const { parent, about, text, path, hidden = {}, fields = '', button } = confirmation;
  const kept = Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return page(visit, {
    ...confirmation,
    merchant: visit.merchant,
    content: html`<section class="card">${facts(about)}<p class="consequence">${text}</p>
<form method="post" action="${path}">${onceField()}${kept}${fields}<p class="buttons"><button class="danger" type="submit">${button}</button><a class="button" href="${parent.href}">Cancel</a></p></form></section>`,
  });
}
