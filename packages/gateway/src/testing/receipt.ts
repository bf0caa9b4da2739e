import type { ViewPart } from '../pages/order-view.ts';
import type { ReceiptPdf } from '../pdf/receipt-pdf.ts';
import type { MerchantRow, OrderRow } from '../store/schema.ts';

/** Creates a receipt to print, in English, of a paid order for one person. @param id distinguishes it from others. */
export function receipt(id: string): ReceiptPdf & { readonly kind: 'receipt' } {
  const order: OrderRow = {
    id: `ord_${id}`,
    merchant_id: 'air',
    emission_amount: 1146,
    emission_unit: 'kgCO2',
    grams: 1_146_000,
    currency: 'INR',
    minor_per_tonne: 119_900,
    amount_minor: 137_405,
    inr_minor: 137_405,
    user_name: 'Zoë Meier',
    user_email: null,
    user_tax_id: null,
    email_key: null,
    callback_url: null,
    payment_token: 't',
    status: 'completed',
    payment_status: 'completed',
    product: 'carbon_credits',
    portfolio: null,
    project: 'wind',
    project_count: 1,
    emissions_model: null,
    emission_publishers: null,
    settlement: 'payer',
    reference: null,
    variant: null,
    metadata: null,
    refunded_minor: 0,
    refund_pending_minor: 0,
    tax: null,
    created_at: 0,
    expires_at: 1,
    settled_at: 1,
  };
  const merchant: MerchantRow = {
    id: 'air',
    name: 'Example Air',
    accent: null,
    logo_url: null,
    seller: null,
    imprint_url: null,
    terms_url: null,
    privacy_url: null,
    accessibility_url: null,
    withdrawal_url: null,
    return_origins: '[]',
    sandbox: 0,
    settlement: 'payer',
    tax: null,
    refund_webhooks: 0,
    created_at: 0,
  };
  const view = {
    order,
    merchant,
    parts: [],
    portfolio: undefined,
    publishers: [],
    credits: [],
    transactionId: 'txn_1',
    refunds: [],
  };
  return {
    kind: 'receipt',
    view,
    locale: { language: 'en', tag: 'en' },
    jws: `jws of ${id}`,
    keysUrl: 'https://x.example/jwks',
    sandbox: true,
  };
}

/** Creates the only project of an order, described in these languages. */
export function describedPart(descriptions: Readonly<Record<string, string>>): ViewPart {
  const project = { id: 'wind', name: 'Wind', registry: 'Verra', project_id: '1851', public_url: '' };
  const unknown = { country: null, vintage_from: null, vintage_to: null };
  const part = { project: { ...project, ...unknown, descriptions: JSON.stringify(descriptions) }, grams: 1 };
  return part as unknown as ViewPart;
}
