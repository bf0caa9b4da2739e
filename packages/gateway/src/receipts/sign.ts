import { fromGrams, fromMinorUnits, grams, minorUnits, type TaxSplit } from '@flight-offset/core';
import {
  RECEIPT_TYPE,
  type ReceiptCredit,
  type RetirementState,
  retirementState,
} from '@flight-offset/core/retirement';
import { CompactSign, importJWK, type JWK } from 'jose';
import { type OrderView, refundedMinor } from '../pages/order-view.ts';

/**
 * Claims of a receipt, for machines. They name neither the person nor the booking, so that anyone may see them: at many
 * airlines, the booking reference and the traveller's name are enough to change a booking.
 */
export interface ReceiptClaims {
  readonly iss: string;
  readonly jti: string;
  /** When the order was paid, seconds since 1970. */
  readonly iat: number;
  readonly order_id: string;
  readonly merchant: string;
  /** In whole units of the currency, tax included. */
  readonly amount: number;
  readonly currency: string;
  /** Net amount and tax, minor units; absent if prices hold no tax. */
  readonly tax?: TaxSplit;
  /** Tonnes of CO2e; 0 if the order bought aviation-fuel certificates. */
  readonly carbon_credits: number;
  /** Tonnes of CO2e of aviation-fuel certificates; absent if the order bought credits. */
  readonly aviation_fuel?: number;
  /** Name of the portfolio the payer chose. */
  readonly portfolio?: string;
  /** The project of the largest part at the purchase; `credits` has every current project. */
  readonly project: { readonly name: string; readonly registry: string; readonly project_id: string } | null;
  /** Grams of all credits that the order holds now. */
  readonly grams: number;
  readonly retirement_state: RetirementState;
  /** Per project, with the proof once they are retired. */
  readonly credits: readonly ReceiptCredit[];
  readonly emissions_model: string | null;
  /** Publishers of the figures behind the emissions, if the order named them. */
  readonly emission_publishers?: readonly string[];
  /** Whether money was refunded since, or is about to be, in whole or in part. */
  readonly refunded: boolean;
  /** How much of `amount` was refunded; absent if nothing was. */
  readonly refunded_amount?: number;
  readonly sandbox: boolean;
}

/** Returns the claims for the receipt of a paid order. */
export function receiptClaims(
  view: OrderView,
  credits: readonly ReceiptCredit[],
  publicUrl: string,
  sandbox: boolean,
): ReceiptClaims {
  const { order, merchant, parts, portfolio, publishers, transactionId = '' } = view;
  const project = (parts.find((part) => part.project.id === order.project) ?? parts[0])?.project;
  const tonnes = fromGrams(grams(order.grams), 'tonCO2e');
  const isFuel = order.product === 'aviation_fuel';
  return {
    iss: publicUrl,
    jti: transactionId,
    iat: Math.floor((order.settled_at ?? order.created_at) / 1000),
    order_id: order.id,
    merchant: merchant.name,
    amount: fromMinorUnits(minorUnits(order.amount_minor), order.currency),
    currency: order.currency,
    ...(order.tax === null ? {} : { tax: JSON.parse(order.tax) as TaxSplit }),
    carbon_credits: isFuel ? 0 : tonnes,
    ...(isFuel && { aviation_fuel: tonnes }),
    ...(portfolio !== undefined && { portfolio }),
    project: project
      ? { name: project.name, registry: project.registry, project_id: project.project_id }
      : null,
    grams: credits.reduce((sum, credit) => sum + credit.grams, 0),
    retirement_state: retirementState(credits),
    credits,
    emissions_model: order.emissions_model,
    ...(publishers.length > 0 && { emission_publishers: publishers }),
    ...refundClaims(view),
    sandbox,
  };
}

function refundClaims(view: OrderView): Pick<ReceiptClaims, 'refunded' | 'refunded_amount'> {
  const minor = refundedMinor(view);
  if (minor === 0) return { refunded: false };
  return { refunded: true, refunded_amount: fromMinorUnits(minorUnits(minor), view.order.currency) };
}

/** Signs a receipt: a JWS in compact form, Ed25519. */
export async function signReceipt(claims: ReceiptClaims, key: JWK): Promise<string> {
  const payload = new TextEncoder().encode(JSON.stringify(claims));
  return new CompactSign(payload)
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid ?? '', typ: RECEIPT_TYPE })
    .sign(await importJWK(key, 'EdDSA'));
}
