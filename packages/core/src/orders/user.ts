import * as z from 'zod';

/** The person or company an order is for. Every field may be absent. */
export const userSchema = z
  .object({
    name: z
      .string()
      .max(200)
      .optional()
      .meta({ description: 'Full name.', examples: ['Zoë Meier'] }),
    email: z
      .email('must be an e-mail address')
      .max(254)
      .optional()
      .meta({ description: 'E-mail address.', examples: ['zoe@example.com'] }),
    tax_id: z
      .string()
      .max(64)
      .optional()
      .meta({ description: 'Tax identification number.', examples: ['29ABCDE1234F2Z5'] }),
  })
  .meta({ id: 'User' });

/** The person or company an order is for. */
export type User = z.infer<typeof userSchema>;
