import { type Content, html } from '../http/html.ts';
import { onceField } from '../http/once.ts';
import type { SignedInVisit } from '../http/route.ts';
import { type PageOptions, page } from '../layout/page.ts';
import { facts } from '../parts/facts.ts';

/** What a page asks before something that cannot be undone. */
export interface Question extends Pick<PageOptions, 'title' | 'place'> {
  /** The page that it was begun on; Cancel leads back there. */
  readonly parent: NonNullable<PageOptions['parent']>;
  /** What it will happen to, and to whom. */
  readonly about: Parameters<typeof facts>[0];
  /** What will happen. */
  readonly text: Content;
  /** Where the form leads. */
  readonly path: string;
  /** State of the object that this page shows and the act depends on. */
  readonly hidden?: Readonly<Record<string, string>>;
  readonly fields?: Content;
  readonly button: string;
}

/** A page that names what will happen, with the one button that does it. */
export async function askPage(visit: SignedInVisit, question: Question): Promise<Response> {
  const { parent, about, text, path, hidden = {}, fields = '', button } = question;
  const kept = Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return page(visit, {
    ...question,
    merchant: visit.merchant,
    content: html`<section class="card">${facts(about)}<p class="consequence">${text}</p>
<form method="post" action="${path}">${onceField()}${kept}${fields}<p class="buttons"><button class="danger" type="submit">${button}</button><a class="button" href="${parent.href}">Cancel</a></p></form></section>`,
  });
}
