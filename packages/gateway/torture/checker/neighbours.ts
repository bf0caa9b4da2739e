import type { Check } from './facts.ts';

/** Do unpaid orders of a merchant hold no more of the stock than allowed? */
export const held: Check = ({ held: evidence }) => {
  if (!evidence) return [];
  const { merchants, atMost, longerAtMost } = evidence;
  const over = merchants.filter(({ grams, longer }) => grams > atMost || longer > longerAtMost);
  return over.map(({ merchant, grams, longer }) => ({
    kind: 'hoarded',
    detail: `${merchant} holds ${grams} g of at most ${atMost}, for longer ${longer} g of at most ${longerAtMost}`,
  }));
};

/** Does an endpoint that never responds take no more slots than allowed? */
export const silence: Check = ({ silence: evidence }) => {
  if (!evidence || evidence.mostWaiting <= evidence.slots) return [];
  const detail = `${evidence.mostWaiting} webhooks waited at once for an endpoint with ${evidence.slots} slots`;
  return [{ kind: 'slots-hoarded', detail }];
};
