import type { Session } from '../access/session.ts';
import { type Content, html } from '../http/html.ts';
import { pageReply } from '../http/reply.ts';
import type { Visit } from '../http/route.ts';
import type { MerchantSummary } from '../service/merchant.ts';
import { ASSETS } from './assets.ts';
import { navigation, type Place } from './navigation.ts';
import { withOwner } from './owned-forms.ts';

/** Content and settings of a page. */
export interface PageOptions {
  /** The heading. */
  readonly title: string;
  /** Title of the tab and in the history, if the heading alone would not be clear. Default: the heading. */
  readonly name?: string;
  /** Link of the navigation that the page belongs to. */
  readonly place?: Place;
  /** Merchant of the page; undefined for pages of the gateway. */
  readonly merchant?: MerchantSummary | undefined;
  /** Parent page: a link above the heading. */
  readonly parent?: { readonly text: string; readonly href: string };
  /** Under the heading. */
  readonly subtitle?: Content;
  /** Beside the heading. */
  readonly acts?: Content;
  /** Result of the last act, or its refusal. */
  readonly notice?: { readonly text: string; readonly tone: 'done' | 'bad' } | undefined;
  readonly content: Content;
  readonly status?: number;
  /** Whether something on the page is in progress: scripts poll until it ends. */
  readonly refreshes?: boolean;
  /** Paths of further style sheets. */
  readonly styles?: readonly string[];
  /** Origins of images beside the console's own. */
  readonly images?: readonly string[];
}

const MARK = html`<svg width="26" height="18" viewBox="0 0 26 18" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2"><path d="M3 15C7 3 19 3 23 15"/><circle cx="3" cy="15" r="2" fill="currentColor"/><circle cx="23" cy="15" r="2" fill="currentColor"/></svg>`;

function documentOf({ title, name = title, notice, styles = [] }: PageOptions, body: Content): Content {
  // Screen readers read the title of a new page, but not a live region that is there from the start.
  const outcome = notice ? `${notice.text} ` : '';
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${outcome}${name} · Flight Offset</title>
<link rel="stylesheet" href="${ASSETS.style}">
${styles.map((path) => html`<link rel="stylesheet" href="${path}">`)}
<link rel="icon" href="data:,">
<script type="module" src="${ASSETS.script}"></script>
</head>
<body>
${body}
</body>
</html>
`;
}

function noticeOf({ notice }: PageOptions): Content {
  if (!notice) return '';
  return html`<div class="notice ${notice.tone}" role="${notice.tone === 'bad' ? 'alert' : 'status'}"><p>${notice.text}</p></div>`;
}

function merchantHeading({ service, session }: Visit, merchant: MerchantSummary | undefined): Content {
  const other =
    session?.role === 'operator' && merchant
      ? html`<a href="/console">All merchants</a>`
      : html`<span>Console</span>`;
  return html`<p class="whose"><strong>${merchant?.name ?? 'Gateway'}</strong>${other}${service.sandbox ? html`<span> · sandbox</span>` : ''}</p>`;
}

/** Returns the merchant of the person; undefined for operators, whose home is the gateway. */
async function ownMerchant(
  { service }: Visit,
  { merchantId }: Session,
): Promise<MerchantSummary | undefined> {
  return merchantId === undefined ? undefined : service.merchants.find(merchantId);
}

/** Renders a page for a person who is signed in: navigation, heading, content. */
export async function page(visit: Visit, options: PageOptions): Promise<Response> {
  const { service, session } = visit;
  const { title, place, parent, subtitle, acts, content, status, refreshes, images } = options;
  if (!session) return gatePage(options);
  const merchant = options.merchant ?? (await ownMerchant(visit, session));
  const body = html`<a class="skip" href="#main">Skip to content</a>
<div class="frame">
<header class="side"><a class="mark" href="/console">${MARK}Flight Offset</a>
${merchantHeading(visit, merchant)}
${navigation(session, merchant?.id, place)}</header>
<div class="column">
<section class="top" aria-label="Account"><div class="who"><a href="/console/account"><strong class="given" dir="auto">${session.name}</strong>, ${session.role}</a></div>
<form method="post" action="/console/sign-out"><button class="link" type="submit">Sign out</button></form></section>
<main id="main" data-person="${session.personId}" data-minutes="${Math.floor((session.endsAt - service.now()) / 60_000)}" data-refresh="${refreshes ? 'soon' : 'never'}">
${parent ? html`<p class="crumb"><a href="${parent.href}">${parent.text}</a></p>` : ''}
<div class="head"><div><h1>${title}</h1>${subtitle ? html`<p class="under">${subtitle}</p>` : ''}</div>
${acts ? html`<div class="acts">${acts}</div>` : ''}</div>
${noticeOf(options)}
${content}
</main>
</div>
</div>`;
  const text = await withOwner(String(await documentOf(options, body)), session);
  return pageReply(text, { status, images });
}

/** Renders a page for a person who is not signed in or has no access: one card. */
export async function gatePage(options: PageOptions): Promise<Response> {
  const { title, subtitle, content, status } = options;
  const body = html`<main class="gate"><a class="mark" href="/console">${MARK}Flight Offset</a>
<div class="card"><h1>${title}</h1>${subtitle ? html`<p class="soft">${subtitle}</p>` : ''}
${noticeOf(options)}
${content}</div></main>`;
  return pageReply(String(await documentOf(options, body)), { status });
}
