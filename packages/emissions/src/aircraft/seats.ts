/** Seats of an aircraft, cabin by cabin. */
import type { Cabin } from '@flight-offset/core';

/** The cabins, from the front of the aircraft to its back. */
export const CABINS: readonly Cabin[] = ['first', 'business', 'premiumEconomy', 'economy'];

/** Seats by cabin. */
export interface CabinSeats {
  readonly first: number;
  readonly business: number;
  readonly premiumEconomy: number;
  readonly economy: number;
}

/** Writes seats with the letters of fare classes, first to economy: `8F 62J 24W 226Y`. */
export const seatsText = ({ first, business, premiumEconomy, economy }: CabinSeats): string =>
  `${first}F ${business}J ${premiumEconomy}W ${economy}Y`;
