interface ImportMetaEnv {
  /** Where the merchant's handler is mounted; set by serve.ts. */
  readonly VITE_OFFSET_ENDPOINT: string;
  /** The merchant's backend, which takes bookings; set by serve.ts. */
  readonly VITE_MERCHANT: string;
  /** ISO 4217 code of the airline's currency; set by serve.ts. */
  readonly VITE_CURRENCY: string;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}

declare module '*.css';
