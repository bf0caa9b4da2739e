/** How much CO2e a kilogram of jet fuel makes: CORSIA life-cycle values on ISO 14083's scope. */

/** Lower heating value of jet fuel, MJ a kg. */
const MEGAJOULES_PER_KG = 43.1;

/** Burning it (tank-to-wake): 74 g CO2e a MJ, so 3.1894 kg a kg. */
const TANK_TO_WAKE: number = (74 * MEGAJOULES_PER_KG) / 1000;

/** Making and bringing it (well-to-tank): 15 g CO2e a MJ, so 0.6465 kg a kg. */
const WELL_TO_TANK: number = (15 * MEGAJOULES_PER_KG) / 1000;

/** Both (well-to-wake): 3.8359 kg a kg. */
export const WELL_TO_WAKE: number = TANK_TO_WAKE + WELL_TO_TANK;

/** Part of the whole that is burning: 74 of 89. */
export const TANK_TO_WAKE_SHARE: number = 74 / 89;
