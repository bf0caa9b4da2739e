import type { Cabin, QuoteRequest } from '@flight-offset/core';
import { fromBase64Url, sign, toBase64Url, verify } from '@flight-offset/core/server';
import { CheckoutError } from '../checkout-error.ts';
import type { PriceResult } from '../pricing/price.ts';

/** The signed claims of a quote's token. Short names: the token travels through the page. */
export interface QuoteClaims {
  /** Identifier of this option; the idempotency key of its one order. */
  readonly q: string;
  /** Seconds since 1970 at which it expires. */
  readonly x: number;
  /** Legs, each `ZRH-SFO LX38 2026-12-14`. */
  readonly f: readonly string[];
  /** Travellers: cabin, kind and number. */
  readonly t: readonly (readonly [Cabin, 'seat' | 'infant_on_lap', number])[];
  /** Grams of each leg per traveller, for a refund of one of them. */
  readonly l?: readonly number[];
  /** Grams of carbon credits to buy. */
  readonly g: number;
  /** Fraction of the emissions. */
  readonly s: number;
  /** Price that was shown: minor units and currency. */
  readonly m?: readonly [number, string];
  /**
   * 1 if the price is the service's own, which it has to hold: the order is then created with `expected_price`, and
   * with its `currency` if that is not INR.
   */
  readonly e?: 1;
  /** The portfolio that the traveller chose, if the service offers portfolios. */
  readonly o?: string;
  /** Variant and metadata of the page, for the order, if the service accepts them. */
  readonly a?: Pick<QuoteRequest, 'variant' | 'metadata'>;
  /** Locale of the page, BCP 47, for later pages of the traveller. */
  readonly n?: string;
  /** Wording: whether figures were shown, and the market of the wording. */
  readonly w: readonly [showFigures: boolean, market?: string];
  /** How the figures were estimated: name, version and publishers of each method. */
  readonly p?: readonly (readonly [name: string, version: string, ...publishers: string[]])[];
  /** 1 if the service states those publishers on its receipt. */
  readonly r?: 1;
}

/** Issues and verifies tokens. */
export interface QuoteTokens {
  issue(claims: QuoteClaims): Promise<string>;
  /** @throws CheckoutError `quote_invalid` if this merchant did not sign the token. */
  read(token: string): Promise<QuoteClaims>;
}

/** Returns the price of claims, by its names on the wire. */
export function priceOf(price: QuoteClaims['m']): PriceResult | undefined {
  return price && { amountMinor: price[0], currency: price[1] };
}

const VERSION = 'v1';

/** Separates these signatures from any other use of the same secret. */
const CONTEXT = 'flight-offset quote token v1';

/**
 * Signs tokens with HMAC-SHA256 under a key derived from each secret.
 * @param secrets the first signs, all are accepted.
 */
export function quoteTokens(secrets: readonly string[]): QuoteTokens {
  const keys = Promise.all(
    secrets.map(async (secret) => ({
      scheme: 'hmac-sha256' as const,
      secret: await sign(CONTEXT, { scheme: 'hmac-sha256', secret }),
    })),
  );
  // A bad secret is reported by the first token that needs it, not as an unhandled rejection.
  keys.catch(() => undefined);

  return {
    async issue(claims) {
      const [key] = await keys;
      const content = `${VERSION}.${toBase64Url(new TextEncoder().encode(JSON.stringify(claims)))}`;
      return `${content}.${await sign(content, key!)}`;
    },
    async read(token) {
      const [version, payload, signature, ...rest] = token.split('.');
      if (version !== VERSION || !payload || !signature || rest.length > 0) throw invalidToken();
      if (!(await verify(`${version}.${payload}`, signature, await keys))) throw invalidToken();
      return JSON.parse(new TextDecoder().decode(fromBase64Url(payload)!)) as QuoteClaims;
    },
  };
}

function invalidToken(): CheckoutError {
  return new CheckoutError(
    'quote_invalid',
    'Invalid token: this backend did not issue it. Request a new quote.',
    {
      field: 'token',
    },
  );
}
