import { type Html, html } from './page.ts';

/** The options that decide which links there are. */
export interface FrontPageOptions {
  /** Opens the console; undefined if the gateway has none. */
  readonly console?: unknown;
  readonly docsUrl?: string | undefined;
  readonly sandbox: boolean;
}

interface Place {
  readonly url: string;
  readonly name: string;
  readonly about: string;
}

function placesOf({ docsUrl, console }: FrontPageOptions): Place[] {
  return [
    ...(console === undefined
      ? []
      : [
          {
            url: '/console',
            name: 'Console',
            about: 'Orders, webhooks, credits and money, for merchants and operators.',
          },
        ]),
    ...(docsUrl === undefined
      ? []
      : [
          {
            url: docsUrl,
            name: 'Documentation',
            about: 'Guides, API reference and a sandbox to try requests in.',
          },
        ]),
    {
      url: '/openapi.json',
      name: 'OpenAPI',
      about: 'Every endpoint of this gateway, for programs and API clients.',
    },
    {
      url: '/retirements',
      name: 'Retirements',
      about: 'Credits retired for orders of this gateway, with their serial numbers and signed batches.',
    },
    { url: '/readyz', name: 'Status', about: 'Whether the gateway takes orders at this moment.' },
  ];
}

/** Renders the content of the gateway's front page: its purpose, and links. */
export function frontPage(gateway: FrontPageOptions): Html | Promise<Html> {
  const places = placesOf(gateway).map(
    ({ url, name, about }) =>
      html`<div><dt><a href="${url}">${name}</a></dt><dd class="detail">${about}</dd></div>`,
  );
  const note = gateway.sandbox
    ? html`<p class="sandbox">This is a sandbox: no real money moves and no credits are retired.</p>`
    : '';
  return html`<p>This server takes orders for climate contributions on flights from airlines and travel agencies, receives the payments and has carbon credits retired. Travellers pay on pages that their airline or agency links to.</p>${note}<dl>${places}</dl>`;
}
