/** The sandbox gateway's secret for webhooks: public, like all credentials of the sandbox. */
export const SANDBOX_WEBHOOK_SECRET = 'whsec_c2FuZGJveC13ZWJob29rLXNlY3JldC0wMDAwMDAwMDE=';
