/** How many seats an aircraft has, cabin by cabin. */

/** Seats by cabin. */
export interface CabinSeats {
  readonly first: number;
  readonly business: number;
  readonly premiumEconomy: number;
  readonly economy: number;
}
