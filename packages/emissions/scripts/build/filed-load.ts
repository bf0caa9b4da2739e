/** Departures, seats and passengers, which add up. */
export interface Load {
  departures: number;
  seats: number;
  passengers: number;
}

/** A load without flights. */
export const noLoad = (): Load => ({ departures: 0, seats: 0, passengers: 0 });

/** Passengers over seats. */
export const loadFactor = ({ seats, passengers }: Load): number => passengers / seats;

/** Adds the flights of one load to another. */
export function addLoad(to: Load, { departures, seats, passengers }: Load): void {
  to.departures += departures;
  to.seats += seats;
  to.passengers += passengers;
}
