/** A merchant, as pages name it. */
export interface MerchantSummary {
  readonly id: string;
  readonly name: string;
}

/** Merchants. */
export interface MerchantService {
  find(id: string): Promise<MerchantSummary | undefined>;
  /** Every merchant, by name. */
  list(): Promise<readonly MerchantSummary[]>;
}
