import type {
  EmissionUnit,
  OrderState,
  Product,
  RefundCause,
  RefundedCredits,
  Settlement,
} from '@flight-offset/core';
import type { Generated, Selectable } from 'kysely';

/** Milliseconds since 1970, UTC: how every moment is stored. */
export type Millis = number;

/** One merchant and its brand. */
export interface MerchantTable {
  id: string;
  name: string;
  accent: string | null;
  logo_url: string | null;
  /** JSON list of origins to which the payment page may return. */
  return_origins: string;
  sandbox: number;
  /** `merchant`: it may collect the money of an order itself, within its limits. */
  settlement: Generated<Settlement>;
  /** JSON of the rule by which its prices relate to tax; null where there is none. */
  tax: string | null;
  /** 1 where the merchant asks for webhooks about refunds. */
  refund_webhooks: Generated<number>;
  created_at: Millis;
}

/** One credential: the hash of an API key, and what its signatures are checked with. */
export interface ApiKeyTable {
  id: string;
  merchant_id: string;
  label: string;
  key_hash: string;
  scheme: string;
  encoding: string;
  sealed_secret: string | null;
  public_key: string | null;
  created_at: Millis;
  revoked_at: Millis | null;
}

/** One platform of a merchant: what `x-platform-id` names. */
export interface PlatformTable {
  id: string;
  merchant_id: string;
  created_at: Millis;
}

/** One secret with which webhooks to a merchant are signed. */
export interface WebhookSecretTable {
  id: string;
  merchant_id: string;
  sealed_secret: string;
  created_at: Millis;
  expires_at: Millis | null;
}

/** One project of the catalogue. */
export interface ProjectTable {
  id: string;
  name: string;
  registry: string;
  project_id: string;
  category: string;
  type: string;
  public_url: string;
  position: number;
  active: number;
  product: Generated<Product>;
  /** JSON: what it does, by language. */
  descriptions: Generated<string | null>;
  /** ISO 3166-1 code of two letters. */
  country: Generated<string | null>;
  /** First and last year of its credits, as the operator states them. */
  vintage_from: Generated<number | null>;
  vintage_to: Generated<number | null>;
}

/** What a payer may choose: a project, or a blend of several. Its parts never change. */
export interface PortfolioTable {
  id: string;
  name: string;
  product: Product;
  /** JSON: what it is, by language. */
  descriptions: string | null;
  /** Place among those on offer, 1 to 4; null where it is not offered. */
  position: number | null;
  created_at: Millis;
}

/** A project of a portfolio. */
export interface PortfolioPartTable {
  portfolio: string;
  project: string;
  /** Whole number: the exact share is this over the sum of the portfolio's. */
  share: number;
}

/** What a tonne of a project costs in a currency from a moment on. */
export interface ProjectPriceTable {
  project: string;
  /** ISO 4217 code. */
  currency: string;
  effective_from: Millis;
  minor_per_tonne: number;
  /** Rupees which one whole unit of the currency counts as in totals. */
  inr_per_unit: number;
}

/** Credits in stock: `reserved + allocated` never exceeds `total`; the database refuses it. */
export interface CreditLotTable {
  id: string;
  project: string;
  serial_prefix: string;
  grams_total: number;
  grams_reserved: number;
  /** Grams of paid orders, retired at the registry or not yet. */
  grams_allocated: number;
}

/** One order. `status` and `payment_status` move only from `pending`, once; the database refuses the rest. */
export interface OrderTable {
  id: string;
  merchant_id: string;
  emission_amount: number;
  emission_unit: EmissionUnit;
  grams: number;
  /** ISO 4217 code of what the order is priced and paid in. */
  currency: string;
  minor_per_tonne: number;
  amount_minor: number;
  /** The amount in paise, at the rate its price list named when the order was created. */
  inr_minor: number;
  user_name: string | null;
  user_email: string | null;
  user_tax_id: string | null;
  /** Lower-case e-mail address, for the filter. */
  email_key: string | null;
  callback_url: string | null;
  payment_token: string;
  status: OrderState;
  payment_status: OrderState;
  /** What its grams are of: the two products are never added up. */
  product: Generated<Product>;
  /** The portfolio the payer chose. */
  portfolio: Generated<string | null>;
  /** The project of its largest part. */
  project: string | null;
  /** How many projects its credits were taken from. */
  project_count: Generated<number>;
  emissions_model: string | null;
  /** Who collected the money; `payer` until it is known otherwise. */
  settlement: Settlement;
  /** The merchant's own reference, such as a booking. */
  reference: string | null;
  variant: string | null;
  /** JSON of the merchant's key-value pairs. */
  metadata: string | null;
  /** Sum of completed refunds, as far as they take back what the order cost. */
  refunded_minor: Generated<number>;
  /** The same of pending refunds and open disputes. */
  refund_pending_minor: Generated<number>;
  /** JSON of the tax within the amount, as it was when the order was created; null where there is none. */
  tax: string | null;
  created_at: Millis;
  expires_at: Millis;
  settled_at: Millis | null;
}

/** Grams of a lot that an order holds, or that are allocated to it; the rows of a failed order are deleted. */
export interface AllocationTable {
  merchant_id: string;
  order_id: string;
  lot: string;
  grams: number;
  /** When the order was paid; null while its grams are only reserved. */
  allocated_at: Generated<Millis | null>;
  /** The retirement batch which they are part of: from then on they cannot return to the stock. */
  batch: Generated<string | null>;
  /** Positions in the lot that receipts once printed; null for orders since. */
  serial_from: Generated<number | null>;
  serial_to: Generated<number | null>;
}

/** Whole tonnes that a registry retired. */
export interface RetirementTable {
  id: string;
  project: string;
  registry: string;
  tonnes: number;
  grams_total: number;
  /** Date at the registry, `2026-03-31`. */
  retired_on: string;
  url: string;
  /** Base64url. */
  certificate_sha256: string | null;
  /** The certificate, a PDF in base64. */
  certificate: string | null;
  created_at: Millis;
}

/** Serial numbers of a retirement; ranges of a block are chained, so that none overlaps another. */
export interface RetirementSerialTable {
  registry: string;
  /** The block in one spelling, by which it is compared. */
  block: string;
  first: number;
  last: number;
  /** Last number of the previous range of the block; null for the first one. */
  previous: number | null;
  retirement: string;
  /** The block as the registry writes it. */
  shown: string;
  digits: number | null;
}

/** Orders whose credits are retired together. */
export interface RetirementBatchTable {
  id: string;
  project: string;
  /** `open` takes orders; `collected` has all of its orders; `published` has its signed document, and never changes. */
  state: 'open' | 'collected' | 'published';
  /** Orders paid up to this moment are taken. */
  cutoff: Millis;
  /** Grams retired that no other batch used. */
  capacity: number;
  orders: Generated<number>;
  grams: Generated<number>;
  root: string | null;
  /** The batch as it is published, a JWS. */
  document: string | null;
  published_at: Millis | null;
  created_at: Millis;
}

/** The part of a retirement that covers a batch, in grams of the retirement. */
export interface RetirementPartTable {
  retirement: string;
  batch: string;
  grams_from: number;
  grams_to: number;
  previous: number | null;
  grams_total: number;
}

/** An order in a batch: what its proof is made of. Hash and salt in hexadecimal. */
export interface RetirementLeafTable {
  merchant_id: string;
  order_id: string;
  project: string;
  batch: string;
  /** Hash of the order; leaves stand in the order of these. */
  hash: string;
  salt: string;
  grams: number;
}

/** The root of a run of leaves of a published batch, so that a proof needs only its own run and these. */
export interface RetirementChunkTable {
  batch: string;
  first_hash: string;
  hash: string;
  grams: number;
}

/** A settled purchase, or a refund of one: then the amounts are negative. */
/** Credits as a registry's public export states them. */
export interface RegistryCreditTable {
  project: string;
  registry: string;
  block: string;
  first: number;
  last: number;
  shown: string;
  vintage: number;
  /** Null while they are in circulation. */
  retired_on: string | null;
  ccp_label: number;
  exported_on: string;
}

/** What a registry states of a project. */
export interface ProjectFactTable {
  project: string;
  country: string;
  type: string;
  vintage_from: number;
  vintage_to: number;
  /** Date of the first export that shows the Core Carbon Principles label; null without it. */
  ccp_label_on: string | null;
  exported_on: string;
}

export interface TransactionTable {
  id: string;
  merchant_id: string;
  order_id: string;
  currency: string;
  amount_minor: number;
  /** The amount in paise, as the order froze it. */
  inr_minor: number;
  grams: number;
  created_at: Millis;
  /** The refund it belongs to; null for the purchase, of which an order has one. */
  refund_id: Generated<string | null>;
}

/** The response to a create, kept so that a retry gets the same. */
export interface IdempotencyTable {
  merchant_id: string;
  key: string;
  body_hash: string;
  response: string | null;
  created_at: Millis;
}

/** Totals of one cell: a merchant's orders by e-mail, tax id and state, '' standing for any. */
export interface OrderTotalTable {
  merchant_id: string;
  email: string;
  tax_id: string;
  status: string;
  shard: number;
  orders: number;
  paid_inr_minor: number;
  users: number;
  /** Grams of carbon credits; certificates of fuel are not counted here. */
  grams: number;
}

/** How many orders of a cell one user has. */
export interface OrderUserTable {
  merchant_id: string;
  tax_id: string;
  status: string;
  user_key: string;
  orders: number;
}

/** One webhook to deliver. */
export interface DeliveryTable {
  id: string;
  merchant_id: string;
  order_id: string;
  sequence: Generated<number>;
  /** Merchant and origin, with a space between: what shares slots with it. */
  lane: Generated<string>;
  url: string;
  body: string;
  state: 'pending' | 'delivered' | 'dead';
  attempts: number;
  next_attempt_at: Millis;
  claimed_until: Millis;
  created_at: Millis;
  delivered_at: Millis | null;
}

/** One attempt to deliver a webhook. */
export interface DeliveryAttemptTable {
  delivery_id: string;
  attempt: number;
  at: Millis;
  status: number | null;
  outcome: string;
  excerpt: string;
  duration_ms: number;
}

/** An address that failed for days: nothing is sent there until it is enabled again. */
export interface WebhookEndpointTable {
  merchant_id: string;
  url_hash: string;
  failing_since: Millis | null;
  disabled_at: Millis | null;
}

/** One payment of an order with a provider. */
export interface PaymentTable {
  id: string;
  order_id: string;
  provider: string;
  /** The provider's identifier of its page; our own identifier until that is known. */
  reference: string;
  /** The amount due. */
  currency: string;
  amount_minor: number;
  /** `opening`: its page is just being requested from the provider; at most one payment of an order is open. */
  state: 'opening' | 'started' | 'captured' | 'failed';
  /** The provider's identifier of the money. */
  payment_reference: string | null;
  redirect_url: string | null;
  /** What came in. */
  received_currency: Generated<string | null>;
  received_minor: Generated<number | null>;
  /** How much of it pays for the order: all it costs, or nothing. */
  kept_minor: Generated<number>;
  /** Until when the provider's page takes money, as far as is known. */
  session_expires_at: Generated<Millis | null>;
  /** When to check it with the provider; null where nothing is open. */
  check_at: Generated<Millis | null>;
  /** How often it was checked. */
  checks: Generated<number>;
  /** Why the last question failed. */
  fault: Generated<string | null>;
  /** How its outcome became known: by the provider's event, or by reconciling. */
  learned_by: Generated<'event' | 'question' | null>;
  created_at: Millis;
  updated_at: Millis;
}

/** One refund of an order, or money that was not kept and goes back. */
export interface RefundTable {
  merchant_id: string;
  id: string;
  order_id: string;
  /** Whose money goes back; null where no provider took any. */
  payment_id: string | null;
  cause: RefundCause;
  currency: string;
  amount_minor: number;
  /** How much of it takes back what the order cost; nothing for a surplus. */
  order_minor: number;
  grams: number;
  credits: RefundedCredits;
  state: OrderState;
  reason: string | null;
  provider: string | null;
  /** The provider's identifier of the refund or dispute; null until it has been sent. */
  provider_reference: string | null;
  transaction_id: string | null;
  /** When to send it to the provider, or to check it there. */
  next_attempt_at: Millis | null;
  attempts: Generated<number>;
  /** Why the last attempt failed. */
  fault: string | null;
  created_at: Millis;
  settled_at: Millis | null;
}

/** Money a provider took for an order this database does not know: one that was made after the backup it came from. */
export interface UnclaimedPaymentTable {
  provider: string;
  reference: string;
  payment_reference: string | null;
  currency: string | null;
  amount_minor: number | null;
  /** The order or payment it names. */
  named_order: string | null;
  received_at: Millis;
  resolved_at: Millis | null;
}

/** A provider's event which was acted upon. */
export interface ProviderEventTable {
  provider: string;
  event_id: string;
  received_at: Millis;
}

/** The most that a merchant may owe on unpaid statements in a currency, and what it owes now. */
export interface SettlementLimitTable {
  merchant_id: string;
  currency: string;
  limit_minor: number;
  open_minor: Generated<number>;
}

/** A closed statement. An open one is the lines which are on none. */
export interface StatementTable {
  merchant_id: string;
  id: string;
  /** From 1, without gaps per merchant. */
  number: number;
  /** Month, such as `2026-11`. */
  period: string;
  currency: string;
  state: 'closed' | 'paid';
  total_minor: number;
  orders: number;
  refunds: number;
  /** JSON of the tax within the total, as it was when the statement was closed. */
  tax: string | null;
  closed_at: Millis;
  paid_at: Millis | null;
}

/** An order the merchant collected the money for, or a refund of one. */
export interface StatementLineTable {
  merchant_id: string;
  /** Identifier of the order or of the refund. */
  id: string;
  /** The closed statement it is on. */
  statement_id: string | null;
  kind: 'order' | 'refund';
  product: Product;
  order_id: string;
  reference: string | null;
  currency: string;
  /** Below zero for a refund. */
  amount_minor: number;
  grams: number;
  created_at: Millis;
}

/** A change that staff made. Rows of a merchant form a chain; the operator's is that of ''. */
export interface AuditEntryTable {
  merchant_id: string;
  /** From 1, without gaps per chain. */
  number: number;
  at: Millis;
  channel: 'cli' | 'console' | 'api';
  /** Identifier of the API key or of the console's user; '' on the command line. */
  actor: string;
  action: string;
  /** Identifier of what was changed. */
  subject: string;
  /** JSON of the fields concerned, as they were. */
  before: string | null;
  /** JSON of the same fields, as they became. */
  after: string | null;
  /** Salted hash of the person's name, which stands apart. */
  name_hash: string | null;
  /** Hash of the previous entry; '' for the first. */
  previous: string;
  hash: string;
}

/** Name of the person who made a change. Such a row may be erased; the entry stays. */
export interface AuditNameTable {
  merchant_id: string;
  number: number;
  name: string;
  salt: string;
}

/** The last entry of a chain. */
export interface AuditHeadTable {
  merchant_id: string;
  number: number;
  hash: string;
}

/** A value of the gateway's own, such as its signing keys. */
export interface SettingTable {
  name: string;
  value: string;
}

/** A person who uses the console. The empty merchant is the gateway's own: operators. */
export interface ConsolePersonTable {
  merchant_id: string;
  id: string;
  role: string;
  name: string;
  /** E-mail address in lower case. */
  email_key: string;
  /** Issuer and subject of an identity provider, once the person signed in there. */
  subject: string | null;
  created_at: Millis;
}

/** Somebody signed in to the console. */
export interface ConsoleSessionTable {
  merchant_id: string;
  token_hash: string;
  person_id: string;
  signed_in_at: Millis;
  used_at: Millis;
}

/** A link by which a person signs in, once; it is deleted with its use. */
export interface ConsoleLinkTable {
  merchant_id: string;
  token_hash: string;
  person_id: string;
  created_at: Millis;
  expires_at: Millis;
}

/** Every table of the store. */
export interface Schema {
  merchants: MerchantTable;
  api_keys: ApiKeyTable;
  platforms: PlatformTable;
  webhook_secrets: WebhookSecretTable;
  projects: ProjectTable;
  project_prices: ProjectPriceTable;
  portfolios: PortfolioTable;
  portfolio_parts: PortfolioPartTable;
  credit_lots: CreditLotTable;
  orders: OrderTable;
  allocations: AllocationTable;
  retirements: RetirementTable;
  registry_credits: RegistryCreditTable;
  project_facts: ProjectFactTable;
  retirement_serials: RetirementSerialTable;
  retirement_batches: RetirementBatchTable;
  retirement_parts: RetirementPartTable;
  retirement_leaves: RetirementLeafTable;
  retirement_chunks: RetirementChunkTable;
  transactions: TransactionTable;
  idempotency: IdempotencyTable;
  order_totals: OrderTotalTable;
  order_users: OrderUserTable;
  deliveries: DeliveryTable;
  delivery_attempts: DeliveryAttemptTable;
  webhook_endpoints: WebhookEndpointTable;
  payments: PaymentTable;
  provider_events: ProviderEventTable;
  refunds: RefundTable;
  unclaimed_payments: UnclaimedPaymentTable;
  settings: SettingTable;
  settlement_limits: SettlementLimitTable;
  statements: StatementTable;
  statement_lines: StatementLineTable;
  audit_log: AuditEntryTable;
  audit_names: AuditNameTable;
  audit_heads: AuditHeadTable;
  console_people: ConsolePersonTable;
  console_sessions: ConsoleSessionTable;
  console_links: ConsoleLinkTable;
}

/** An order as it is stored. */
export type OrderRow = Selectable<OrderTable>;
/** A merchant as it is stored. */
export type MerchantRow = Selectable<MerchantTable>;
/** A project as it is stored. */
export type ProjectRow = Selectable<ProjectTable>;
/** One portfolio. */
export type PortfolioRow = Selectable<PortfolioTable>;
/** A closed statement as it is stored. */
export type StatementRow = Selectable<StatementTable>;
/** A line of a statement as it is stored. */
export type StatementLineRow = Selectable<StatementLineTable>;
/** A payment as it is stored. */
export type PaymentRow = Selectable<PaymentTable>;
/** A refund as it is stored. */
export type RefundRow = Selectable<RefundTable>;
/** A transaction as it is stored. */
export type TransactionRow = Selectable<TransactionTable>;
/** A retirement as it is stored. */
export type RetirementRow = Selectable<RetirementTable>;
/** What a registry states of a project, as it is stored. */
export type ProjectFactRow = Selectable<ProjectFactTable>;
/** A retirement batch as it is stored. */
export type RetirementBatchRow = Selectable<RetirementBatchTable>;
/** An entry of the audit log as it is stored. */
export type AuditEntryRow = Selectable<AuditEntryTable>;
/** A person of the console as it is stored. */
export type ConsolePersonRow = Selectable<ConsolePersonTable>;
