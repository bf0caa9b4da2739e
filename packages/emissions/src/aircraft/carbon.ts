/** CO2e per kilogram of jet fuel: CORSIA life-cycle values on ISO 14083's scope. */

/** Lower heating value of jet fuel, MJ per kg. */
const MEGAJOULES_PER_KG = 43.1;

/** Combustion (tank-to-wake): 74 g CO2e per MJ, so 3.1894 kg per kg. */
const TANK_TO_WAKE: number = (74 * MEGAJOULES_PER_KG) / 1000;

/** Production and transport (well-to-tank): 15 g CO2e per MJ, so 0.6465 kg per kg. */
const WELL_TO_TANK: number = (15 * MEGAJOULES_PER_KG) / 1000;

/** Total (well-to-wake): 3.8359 kg per kg. */
export const WELL_TO_WAKE: number = TANK_TO_WAKE + WELL_TO_TANK;

/** Share of combustion in the total: 74 of 89. */
export const TANK_TO_WAKE_SHARE: number = 74 / 89;
