import { may, type Permission } from '../access/permission.ts';
import type { Session } from '../access/session.ts';
import { type Content, html } from '../http/html.ts';

/** A page of the navigation. */
export type Place =
  | 'overview'
  | 'orders'
  | 'webhooks'
  | 'money'
  | 'developers'
  | 'brand'
  | 'people'
  | 'audit'
  | 'merchants'
  | 'health'
  | 'credits'
  | 'reconciliation'
  | 'operators'
  | 'gateway-audit';

interface Item {
  readonly place: Place;
  readonly text: string;
  readonly path: string;
  readonly permission: Permission;
}

const MERCHANT_ITEMS: readonly Item[] = [
  { place: 'overview', text: 'Overview', path: '', permission: 'overview.read' },
  { place: 'orders', text: 'Orders', path: '/orders', permission: 'orders.read' },
  { place: 'webhooks', text: 'Webhooks', path: '/webhooks', permission: 'webhooks.read' },
  { place: 'money', text: 'Money', path: '/money', permission: 'money.read' },
  { place: 'developers', text: 'Developers', path: '/developers', permission: 'developers.read' },
  { place: 'brand', text: 'Brand', path: '/brand', permission: 'brand.read' },
  { place: 'people', text: 'People', path: '/people', permission: 'people.read' },
  { place: 'audit', text: 'Audit log', path: '/audit', permission: 'audit.read' },
];

const GATEWAY_ITEMS: readonly Item[] = [
  { place: 'merchants', text: 'Merchants', path: '', permission: 'gateway.read' },
  { place: 'credits', text: 'Credits', path: '/credits', permission: 'credits.read' },
  {
    place: 'reconciliation',
    text: 'Reconciliation',
    path: '/reconciliation',
    permission: 'reconciliation.read',
  },
  { place: 'health', text: 'Health', path: '/health', permission: 'gateway.read' },
  { place: 'operators', text: 'Operators', path: '/operators', permission: 'people.manage' },
  { place: 'gateway-audit', text: 'Audit log', path: '/audit', permission: 'audit.read' },
];

/** Links to the pages that a person may see: those of a merchant, or of the gateway. */
export function navigation(
  session: Session,
  merchantId: string | undefined,
  active: Place | undefined,
): Content {
  const base = homeOf(merchantId);
  const items = merchantId === undefined ? GATEWAY_ITEMS : MERCHANT_ITEMS;
  const links = items
    .filter(({ permission }) => may(session.role, permission))
    .map(({ place, text, path }) => {
      const current = place === active ? html` aria-current="page"` : '';
      return html`<li><a href="${base}${path}"${current}>${text}</a></li>`;
    });
  return html`<nav aria-label="Console"><ul>${links}</ul></nav>`;
}

/** Path of the console's start page. */
export const ROOT = '/console';

/** Path of a merchant's start page; of the gateway's if no merchant is named. */
export function homeOf(merchantId: string | undefined): string {
  return merchantId === undefined ? ROOT : merchantPath(merchantId);
}

/** Path of a merchant's start page. */
export function merchantPath(merchantId: string): string {
  return `${ROOT}/merchants/${encodeURIComponent(merchantId)}`;
}

/** Path of the page of an order. */
export function orderPath(merchantId: string, orderId: string): string {
  return `${merchantPath(merchantId)}/orders/${encodeURIComponent(orderId)}`;
}
