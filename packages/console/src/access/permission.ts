/** Role of a person at a merchant; an operator runs the gateway and sees every merchant. */
export type Role = 'viewer' | 'support' | 'finance' | 'admin' | 'operator';

/** Every role, the one with the fewest permissions first. */
export const ROLES: readonly Role[] = ['viewer', 'support', 'finance', 'admin', 'operator'];

/** Whether a text is the name of a role. */
export function isRole(text: unknown): text is Role {
  return ROLES.some((role) => role === text);
}

/** Tasks of a person with each role, shown when a role is chosen. */
export const ROLE_DESCRIPTIONS: Readonly<Record<Role, string>> = {
  viewer: 'Reads orders and webhooks.',
  support: 'Also replays webhooks, and sees which keys there are.',
  finance: 'Also exports orders, refunds them, and sees statements.',
  admin: 'Does everything for one merchant: keys, brand, people, audit log.',
  operator: 'Runs the gateway: every merchant, the stock of credits, statements.',
};

const EVERYONE = ROLES;
const HELPDESK: readonly Role[] = ['support', 'admin', 'operator'];
const MONEY: readonly Role[] = ['finance', 'admin', 'operator'];
const ADMIN: readonly Role[] = ['admin', 'operator'];
const OPERATOR: readonly Role[] = ['operator'];

/** Name of an act that only some roles may do. */
export type Permission =
  | 'overview.read'
  | 'orders.read'
  | 'orders.export'
  | 'orders.refund'
  | 'webhooks.read'
  | 'webhooks.replay'
  | 'webhooks.enable'
  | 'webhooks.rotate'
  | 'money.read'
  | 'statements.manage'
  | 'developers.read'
  | 'keys.manage'
  | 'brand.read'
  | 'brand.change'
  | 'people.read'
  | 'people.manage'
  | 'audit.read'
  | 'gateway.read'
  | 'credits.read'
  | 'credits.retire'
  | 'reconciliation.read'
  | 'reconciliation.manage';

/** Roles that have each permission. Every route of the console names a permission. */
const PERMISSIONS: Readonly<Record<Permission, readonly Role[]>> = {
  'overview.read': EVERYONE,
  'orders.read': EVERYONE,
  'orders.export': MONEY,
  'orders.refund': MONEY,
  'webhooks.read': EVERYONE,
  'webhooks.replay': HELPDESK,
  'webhooks.enable': HELPDESK,
  'webhooks.rotate': ADMIN,
  'money.read': MONEY,
  'statements.manage': OPERATOR,
  'developers.read': HELPDESK,
  'keys.manage': ADMIN,
  'brand.read': EVERYONE,
  'brand.change': ADMIN,
  'people.read': ADMIN,
  'people.manage': ADMIN,
  'audit.read': ADMIN,
  'gateway.read': OPERATOR,
  'credits.read': OPERATOR,
  'credits.retire': OPERATOR,
  'reconciliation.read': OPERATOR,
  'reconciliation.manage': OPERATOR,
};

/** Whether a role has a permission. */
export function may(role: Role, permission: Permission): boolean {
  return PERMISSIONS[permission].includes(role);
}
