interface ImportMetaEnv {
  /** Where the merchant's handler is mounted; set by serve.ts. */
  readonly VITE_OFFSET_ENDPOINT: string;
  /** The merchant's backend, which takes bookings; set by serve.ts. */
  readonly VITE_MERCHANT: string;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}
