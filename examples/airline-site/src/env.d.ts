interface ImportMetaEnv {
  /** Where the merchant's handler is mounted; set by serve.ts. */
  readonly VITE_OFFSET_ENDPOINT: string;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}
