import type { Settlement } from '@flight-offset/core';
import type { Generated, Selectable } from 'kysely';
import type { Millis } from './millis.ts';

/** One merchant and its brand. */
export interface MerchantTable {
  id: string;
  name: string;
  accent: string | null;
  logo_url: string | null;
  /** Name, address and contact of the seller, as payers read them. */
  seller: Generated<string | null>;
  /** Legal pages of the merchant: URLs in which `{lang}` stands for the language, `{order}` for the order. */
  imprint_url: Generated<string | null>;
  terms_url: Generated<string | null>;
  privacy_url: Generated<string | null>;
  accessibility_url: Generated<string | null>;
  withdrawal_url: Generated<string | null>;
  /** JSON list of origins to which the payment page may return. */
  return_origins: string;
  sandbox: number;
  /** `merchant`: it may collect the money of an order itself, within its limits. */
  settlement: Generated<Settlement>;
  /** JSON of the tax rule for its prices; null without one. */
  tax: string | null;
  /** 1 if the merchant wants webhooks about refunds. */
  refund_webhooks: Generated<number>;
  created_at: Millis;
}

/** One credential: the hash of an API key, and the key that verifies its signatures. */
export interface ApiKeyTable {
  id: string;
  merchant_id: string;
  label: string;
  key_hash: string;
  scheme: string;
  encoding: 'hex' | 'base64';
  sealed_secret: string | null;
  public_key: string | null;
  created_at: Millis;
  revoked_at: Millis | null;
}

/** One platform of a merchant, named by `x-platform-id`. */
export interface PlatformTable {
  id: string;
  merchant_id: string;
  created_at: Millis;
}

/** Merchants, their credentials and platforms. */
export interface MerchantTables {
  merchants: MerchantTable;
  api_keys: ApiKeyTable;
  platforms: PlatformTable;
}

/** A stored merchant. */
export type MerchantRow = Selectable<MerchantTable>;

/** A stored credential. */
export type ApiKeyRow = Selectable<ApiKeyTable>;
