import type { Check, Finding } from './facts.ts';

/** Processes start, stop and wait: a time may be written a little after it was read. */
const SLACK_MS = 60_000;

const MINUTE_MS = 60_000;
/** Lifetime of an order once its payment has started, milliseconds. */
export const TIME_TO_PAY_MS: number = 120 * MINUTE_MS;
/** Lifetimes that an order may have: before its payment starts, after that, and if the payer needs more time. */
const LIFETIMES: readonly number[] = [30 * MINUTE_MS, TIME_TO_PAY_MS, 10 * TIME_TO_PAY_MS];

/** Is every stored time in the past, by the time that all processes share, and the lifetime of every order allowed? */
export const times: Check = ({ snapshot, latest }) => {
  if (latest === undefined) return [];
  const findings: Finding[] = [];
  for (const { id, created_at, expires_at, settled_at } of snapshot.orders) {
    const lasts = expires_at - created_at;
    if (!LIFETIMES.includes(lasts)) findings.push({ kind: 'wrong-time', detail: `${id} lasts ${lasts} ms` });
    for (const [what, at] of [
      ['created', created_at],
      ['settled', settled_at],
    ] as const) {
      if (at !== null && at > latest + SLACK_MS)
        findings.push({ kind: 'wrong-time', detail: `${id} was ${what} ${at - latest} ms from now` });
    }
  }
  return findings;
};
