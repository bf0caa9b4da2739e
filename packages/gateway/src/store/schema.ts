import type { AuditTables } from './schema/audit.ts';
import type { ConsoleTables } from './schema/console.ts';
import type { CreditTables } from './schema/credits.ts';
import type { MerchantTables } from './schema/merchants.ts';
import type { OrderTables } from './schema/orders.ts';
import type { PaymentTables } from './schema/payments.ts';
import type { PayoutTables } from './schema/payouts.ts';
import type { ProjectTables } from './schema/projects.ts';
import type { RefundTables } from './schema/refunds.ts';
import type { RegistryTables } from './schema/registries.ts';
import type { RequestTables } from './schema/requests.ts';
import type { RetirementTables } from './schema/retirements.ts';
import type { SettingTables } from './schema/settings.ts';
import type { StatementTables } from './schema/statements.ts';
import type { TotalTables } from './schema/totals.ts';
import type { WebhookTables } from './schema/webhooks.ts';

export type * from './schema/audit.ts';
export type * from './schema/console.ts';
export type * from './schema/credits.ts';
export type * from './schema/merchants.ts';
export type * from './schema/millis.ts';
export type * from './schema/orders.ts';
export type * from './schema/payments.ts';
export type * from './schema/payouts.ts';
export type * from './schema/projects.ts';
export type * from './schema/refunds.ts';
export type * from './schema/registries.ts';
export type * from './schema/requests.ts';
export type * from './schema/retirements.ts';
export type * from './schema/settings.ts';
export type * from './schema/statements.ts';
export type * from './schema/totals.ts';
export type * from './schema/webhooks.ts';

/** Every table of the store, by subject. */
export interface Schema
  extends AuditTables,
    ConsoleTables,
    CreditTables,
    MerchantTables,
    OrderTables,
    PaymentTables,
    PayoutTables,
    ProjectTables,
    RefundTables,
    RegistryTables,
    RequestTables,
    RetirementTables,
    SettingTables,
    StatementTables,
    TotalTables,
    WebhookTables {}
