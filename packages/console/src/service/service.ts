import type { AuditService } from './audit.ts';
import type { BrandService } from './brand.ts';
import type { CreditService } from './credit.ts';
import type { DeveloperService } from './developer.ts';
import type { MerchantService } from './merchant.ts';
import type { MoneyService } from './money.ts';
import type { OrderService } from './order.ts';
import type { OverviewService } from './overview.ts';
import type { PeopleService } from './person.ts';
import type { ReconciliationService } from './reconciliation.ts';
import type { SessionService } from './session.ts';
import type { WebhookService } from './webhook.ts';

/** The gateway's service for the console: everything it shows, and every act it can perform. */
export interface ConsoleService {
  /** Origin of the gateway as browsers see it. */
  readonly origin: string;
  /** Whether the gateway is for tests: no real money. */
  readonly sandbox: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sessions: SessionService;
  readonly merchants: MerchantService;
  readonly orders: OrderService;
  readonly webhooks: WebhookService;
  readonly overview: OverviewService;
  readonly people: PeopleService;
  readonly money: MoneyService;
  readonly developers: DeveloperService;
  readonly brand: BrandService;
  readonly credits: CreditService;
  readonly reconciliation: ReconciliationService;
  readonly audit: AuditService;
}
