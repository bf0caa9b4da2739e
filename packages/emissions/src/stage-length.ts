/** Which part of the flown distance is climb, cruise and descent. */

/** Distance covered by the landing and take-off cycle, nautical miles (TIM 3.0, after GAIA). */
export const LANDING_TAKE_OFF_NM = 17;
