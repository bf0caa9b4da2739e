/** Weights of cabins, which give a passenger's share: floor space, by IATA RP 1726 as TIM applies it. */
import type { GramsPerCabin } from '@flight-offset/core';
import type { Body } from './aircraft.ts';
import type { CabinSeats } from './seats.ts';

/** Weight of a seat by cabin, economy = 1. */
export type CabinWeights = CabinSeats;

/** Narrow bodies: premium economy counts as economy, the front as 1.5 whether sold as first or business. */
const NARROW_WEIGHTS: CabinWeights = { first: 1.5, business: 1.5, premiumEconomy: 1, economy: 1 };

const WIDE_WEIGHTS: CabinWeights = { first: 5, business: 4, premiumEconomy: 1.5, economy: 1 };

/** Returns the weights of a body. */
export function cabinWeights(body: Body): CabinWeights {
  return body === 'wide' ? WIDE_WEIGHTS : NARROW_WEIGHTS;
}

/** Returns whole grams per passenger of each cabin, from those of an economy passenger on a body. */
export function gramsPerCabin(economyGrams: number, body: Body): GramsPerCabin {
  const weights = cabinWeights(body);
  return {
    first: Math.round(economyGrams * weights.first),
    business: Math.round(economyGrams * weights.business),
    premiumEconomy: Math.round(economyGrams * weights.premiumEconomy),
    economy: Math.round(economyGrams),
  };
}

/** Calculates the grams of each cabin. */
export function byCabin(grams: (cabin: keyof GramsPerCabin) => number): GramsPerCabin {
  return {
    first: grams('first'),
    business: grams('business'),
    premiumEconomy: grams('premiumEconomy'),
    economy: grams('economy'),
  };
}

/** Returns the equivalent capacity: how many economy seats the cabin is worth. */
export function equivalentCapacity(seats: CabinSeats, body: Body): number {
  const weights = cabinWeights(body);
  return (
    seats.first * weights.first +
    seats.business * weights.business +
    seats.premiumEconomy * weights.premiumEconomy +
    seats.economy * weights.economy
  );
}
