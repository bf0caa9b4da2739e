/** Page at `/` of the backend, for anyone who opens it in a browser. It loads nothing and runs nothing. */

const STYLE = `
:root { color-scheme: light dark; --ink: #141a24; --soft: #5b6474; --line: #dfe3ea; --paper: #fff; --ground: #eef0f4; --accent: #2346c7; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #eef1f6; --soft: #a3adbd; --line: #2b3342; --paper: #151b26; --ground: #0d1118; --accent: #8ea8ff; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 36px 16px; background: var(--ground); color: var(--ink); font: 0.9375rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { max-width: 32.5rem; margin: 0 auto; padding: 32px; background: var(--paper); border: 1px solid var(--line); border-radius: 14px; }
h1 { margin: 2px 0 14px; font-size: 1.375rem; line-height: 1.25; font-weight: 640; text-wrap: balance; }
p { margin: 0 0 20px; }
dl { margin: 0; }
dl > div { padding: 12px 0; border-top: 1px solid var(--line); }
dd { margin: 0; color: var(--soft); font-size: 0.8125rem; }
a { color: var(--accent); text-underline-offset: 2px; }
code { font: 0.8125rem/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
@media (max-width: 26.25em) { body { padding: 0; background: var(--paper); } main { border: 0; border-radius: 0; padding: 24px 16px; } }
`;

/** URLs of the example's other servers. */
export interface Addresses {
  readonly airline: string;
  readonly docs: string;
  readonly gateway: string;
}

function entry(name: string, about: string): string {
  return `<div><dt>${name}</dt><dd>${about}</dd></div>`;
}

function link(url: string, name: string): string {
  return `<a href="${url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">${name}</a>`;
}

/** Creates the page: the purpose of this server, its endpoints for the booking page, and where to look next. */
export function frontPage({ airline, docs, gateway }: Addresses): Response {
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Merchant backend</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Merchant backend</h1>
<p>This server belongs to the example airline. It holds the API key and its secret; the booking page sends its requests here, never to the gateway.</p>
<dl>
${entry(link(airline, 'Booking page'), 'The airline’s page with the widget. Start here.')}
${entry('<code>/offset/…</code>', 'Quotes, orders and their status for the widget, and webhooks from the gateway.')}
${entry('<code>/bookings</code>', 'Bookings that are paid together with the contribution.')}
${entry(link(gateway, 'Gateway'), 'The service that takes the orders and the payments.')}
${entry(link(docs, 'Documentation'), 'Guides, API reference and a sandbox to try requests in.')}
</dl>
</main>
</body>
</html>
`;
  return new Response(text, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      vary: 'accept',
    },
  });
}

/** Tests whether a request is for that page: a browser opens `/`. */
export function isForPeople(request: Request): boolean {
  const accept = request.headers.get('accept') ?? '';
  return request.method === 'GET' && new URL(request.url).pathname === '/' && accept.includes('text/html');
}
