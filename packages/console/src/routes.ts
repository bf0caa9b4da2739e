import type { Route } from './http/route.ts';
import { assetRoutes } from './layout/assets.ts';
import { accountRoutes } from './pages/account/sessions.ts';
import { auditRoutes } from './pages/audit/audit.ts';
import { brandRoutes } from './pages/brand/brand.ts';
import { creditRoutes } from './pages/credits/credits.ts';
import { developerRoutes } from './pages/developers/developers.ts';
import { requestRoutes } from './pages/developers/requests.ts';
import { healthRoutes } from './pages/gateway/health.ts';
import { homeRoutes } from './pages/home.ts';
import { moneyRoutes } from './pages/money/money.ts';
import { paymentRoutes } from './pages/money/payments.ts';
import { orderListRoutes } from './pages/orders/list.ts';
import { paidRefundRoutes } from './pages/orders/paid-refund.ts';
import { refundRoutes } from './pages/orders/refund.ts';
import { orderPageRoutes } from './pages/orders/show.ts';
import { overviewRoutes } from './pages/overview/overview.ts';
import { peopleRoutes } from './pages/people/people.ts';
import { reconciliationRoutes } from './pages/reconciliation/reconciliation.ts';
import { linkRoutes } from './pages/sign-in/link.ts';
import { providerRoutes } from './pages/sign-in/provider.ts';
import { signInRoutes } from './pages/sign-in/sign-in.ts';
import { signOutRoutes } from './pages/sign-in/sign-out.ts';
import { webhookListRoutes } from './pages/webhooks/list.ts';
import { webhookActRoutes } from './pages/webhooks/replay.ts';
import { webhookSecretRoutes } from './pages/webhooks/secret.ts';
import { webhookPageRoutes } from './pages/webhooks/show.ts';

/** Every route of the console, with its rule: the one table behind router and tests. */
export const ROUTES: readonly Route[] = [
  ...assetRoutes,
  ...signInRoutes,
  ...linkRoutes,
  ...providerRoutes,
  ...signOutRoutes,
  ...accountRoutes,
  ...homeRoutes,
  ...overviewRoutes,
  ...orderListRoutes,
  ...orderPageRoutes,
  ...refundRoutes,
  ...paidRefundRoutes,
  ...webhookListRoutes,
  ...webhookSecretRoutes,
  ...webhookActRoutes,
  ...webhookPageRoutes,
  ...moneyRoutes,
  ...paymentRoutes,
  ...developerRoutes,
  ...requestRoutes,
  ...brandRoutes,
  ...creditRoutes,
  ...reconciliationRoutes,
  ...peopleRoutes,
  ...auditRoutes,
  ...healthRoutes,
];
