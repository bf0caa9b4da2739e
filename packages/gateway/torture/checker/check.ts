import { acknowledgedOrders, reportedStates } from './acknowledged.ts';
import { allotments, lots } from './allotments.ts';
import { apart } from './apart.ts';
import { blends } from './blends.ts';
import { allocations, credits } from './credits.ts';
import type { Check, Evidence, Finding } from './facts.ts';
import { ledger } from './ledger.ts';
import { expectedPrices, prices } from './money.ts';
import { held, silence } from './neighbours.ts';
import { notified } from './notified.ts';
import { payments } from './payments.ts';
import { refunds } from './refunds.ts';
import { batches, leaves, retirements } from './retirements.ts';
import { statements } from './statements.ts';
import { times } from './times.ts';
import { totals } from './totals.ts';
import { transactions } from './transactions.ts';

const CHECKS: readonly Check[] = [
  acknowledgedOrders,
  reportedStates,
  prices,
  expectedPrices,
  credits,
  lots,
  allotments,
  allocations,
  blends,
  batches,
  leaves,
  retirements,
  transactions,
  payments,
  refunds,
  ledger,
  statements,
  totals,
  notified,
  apart,
  times,
  held,
  silence,
];

/**
 * Judges a run by its evidence. Pure, and without code of the gateway, whose faults could otherwise hide here.
 * @returns every fault; empty if there is none.
 */
export function check(evidence: Evidence): Finding[] {
  return CHECKS.flatMap((one) => one(evidence));
}
