import * as z from 'zod';
import { emissionPublishersSchema } from '../flights/emission-publishers.ts';
import { hasNoIssues } from '../input/has-no-issues.ts';
import { portfolioIdSchema } from '../offer/portfolio.ts';
import { productSchema } from '../offer/product.ts';
import { projectSchema } from '../offer/project.ts';
import { RETIREMENT_STATES } from '../retirement/state.ts';
import {
  type EmissionUnit,
  emissionUnitSchema,
  MAX_AMOUNT,
  TONNES_IN_ORDER,
  toGrams,
} from '../units/mass.ts';
import { currencySchema, moneySchema } from '../units/money.ts';
import { metadataSchema, referenceSchema, SETTLEMENTS, variantSchema } from './settlement.ts';
import { userSchema } from './user.ts';

/** States of an order and of its payment. `completed` and `failed` are final. */
export const ORDER_STATES = ['pending', 'completed', 'failed'] as const;

/** State of an order or of its payment. */
export type OrderState = (typeof ORDER_STATES)[number];

/** State of an order or of its payment. */
export const orderStateSchema: z.ZodEnum<{ [S in OrderState]: S }> = z
  .enum(ORDER_STATES)
  .meta({ id: 'OrderState' });

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .max(2048)
  .meta({ pattern: '^[Hh][Tt][Tt][Pp][Ss]?:' });

function fitsOneOrder(order: { emission_amount: number; emission_unit: EmissionUnit }): boolean {
  try {
    return toGrams(order.emission_amount, order.emission_unit) >= 0;
  } catch {
    return false;
  }
}

/** Body of `POST /offset-gateway/orders`. */
export const createOrderSchema = z
  .object({
    emission_amount: z
      .number()
      .min(0)
      .meta({
        ...MAX_AMOUNT,
        description: 'Amount of emissions, in `emission_unit`; at most 10⁹ kg.',
        examples: [1146],
      }),
    emission_unit: emissionUnitSchema
      .default('kgCO2')
      .meta({ description: 'Unit of `emission_amount`.', examples: ['kgCO2'] }),
    callback_url: httpUrl.optional().meta({
      description: 'URL that receives webhooks when the status of the order changes.',
      examples: ['https://merchant.example/offset/webhooks'],
    }),
    user: userSchema.optional(),
    currency: currencySchema.optional().meta({
      description: 'Extension: currency of the price; INR if omitted.',
      examples: ['EUR'],
    }),
    portfolio: portfolioIdSchema.optional().meta({
      description: 'Extension: the portfolio which the payer chose; one of `portfolios` of the offer.',
    }),
    reference: referenceSchema.optional(),
    variant: variantSchema.optional(),
    metadata: metadataSchema.optional(),
    emission_publishers: emissionPublishersSchema.optional(),
    expected_price: moneySchema.optional().meta({
      description:
        'Extension: the price the payer was shown. An order that would cost anything else is refused with 409.',
      examples: [{ currency: 'INR', amount_minor: 137405 }],
    }),
  })
  .refine(fitsOneOrder, {
    path: ['emission_amount'],
    error: 'must be at most 1000000000 kg',
    when: hasNoIssues,
  })
  .meta({ id: 'CreateOrder', ...TONNES_IN_ORDER });

/** The fields of a create that are not in the interface: a service lists the ones it accepts in its offer. */
export const ORDER_EXTENSIONS = [
  'currency',
  'expected_price',
  'portfolio',
  'reference',
  'variant',
  'metadata',
  'emission_publishers',
] as const satisfies (keyof CreateOrder)[];

/** Body of a create, after parsing: the unit is always present. */
export type CreateOrder = z.output<typeof createOrderSchema>;

/** Body of a create, as a caller may write it. */
export type CreateOrderInput = z.input<typeof createOrderSchema>;

/** An order as returned by the create. */
export const createdOrderSchema = z
  .object({
    order_id: z.string().meta({ description: 'Unique identifier of the order.' }),
    emission_amount: z.number().meta({ description: 'The amount, as it was sent.' }),
    emission_unit: emissionUnitSchema,
    user: userSchema,
    callback_url: z.string().nullable().meta({ description: 'As it was sent; null if none was given.' }),
    payment_url: z.url().meta({ description: 'URL at which the payer pays.' }),
    created_at: z.iso.datetime().meta({ description: 'When the order was created, ISO 8601, UTC.' }),
  })
  .meta({ id: 'CreatedOrder' });

/** An order as returned by the create. */
export type CreatedOrder = z.infer<typeof createdOrderSchema>;

/** A project behind an order, and its part of the order. */
export const orderProjectSchema = projectSchema
  .extend({ grams: z.int().min(0).meta({ description: 'Grams of CO2e of this project.' }) })
  .meta({ id: 'OrderProject' });

/** A project behind an order. */
export type OrderProject = z.infer<typeof orderProjectSchema>;

/** An order as the list shows it. */
export const orderSchema = createdOrderSchema
  .extend({
    status: orderStateSchema.meta({ description: 'State of the order.' }),
    payment_status: orderStateSchema.meta({ description: 'State of its payment.' }),
    project: projectSchema.optional().meta({ description: 'Present once credits are allocated.' }),
    projects: z.array(orderProjectSchema).optional().meta({
      description:
        'Extension: every project behind the order, the largest part first, if the payer chose a portfolio or there is more than one.',
    }),
    portfolio: portfolioIdSchema.optional().meta({
      description: 'Extension: the portfolio which the payer chose.',
    }),
    product: productSchema.optional().meta({
      description: 'Extension: what the order buys, if not carbon credits.',
    }),
    settlement: z.enum(SETTLEMENTS).optional().meta({
      description: 'Extension: `merchant` where the merchant collected the money with the booking.',
    }),
    price: moneySchema.optional().meta({
      description:
        'Extension: what the order costs; present if not in rupees, settled by the merchant or refunded.',
    }),
    reference: referenceSchema.optional(),
    variant: variantSchema.optional(),
    metadata: metadataSchema.optional(),
    retirement_state: z.enum(RETIREMENT_STATES).optional().meta({
      description:
        'Extension. How far the credits are retired at their registry: `allocated`, `partly_retired` or `retired`; present on a paid order once the service publishes retirements.',
    }),
    emission_publishers: emissionPublishersSchema.optional().meta({
      description:
        'Extension. Who publishes the figures that the amount was estimated from; present on a single order, not in lists.',
    }),
    receipt_url: z.url().optional().meta({
      description:
        'Extension. Where a payer finds the receipt; present on a single paid order, not in lists.',
    }),
    refunded: moneySchema.optional().meta({
      description: 'Extension. What has been refunded of the order; present once there is something.',
    }),
    refund_pending: moneySchema.optional().meta({
      description:
        'Extension. What of the order is being refunded or disputed; present while there is something.',
    }),
  })
  .meta({ id: 'Order' });

/** An order as the list shows it. */
export type Order = z.infer<typeof orderSchema>;

/** Response of the extension `GET /offset-gateway/orders/{order_id}/status`. */
export const orderStatusSchema = orderSchema
  .pick({
    order_id: true,
    status: true,
    created_at: true,
    emission_amount: true,
    emission_unit: true,
    retirement_state: true,
  })
  .meta({ id: 'OrderStatus' });

/** The short form of an order: its status. */
export type OrderStatus = z.infer<typeof orderStatusSchema>;
