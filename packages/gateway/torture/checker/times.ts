import type { Check, Finding } from './facts.ts';

/** Processes start, stop and wait: a time may be written a little after it was read. */
const SLACK_MS = 60_000;

/** Is every stored time in the past, by the time that all processes share? */
export const times: Check = ({ snapshot, latest }) => {
  if (latest === undefined) return [];
  const findings: Finding[] = [];
  for (const { id, created_at, settled_at } of snapshot.orders) {
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
