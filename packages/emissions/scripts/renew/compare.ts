/** Compares two generations of modules: their tables, their estimates, and their errors against published figures. */
import { readReferences } from '../accuracy/reference.ts';
import { type AccuracySummary, summarise } from '../accuracy/summary.ts';
import { withVariant } from '../accuracy/variant.ts';
import { hasReferences } from '../build/sources.ts';
import { estimateChanges, type Probe, probe } from './estimate-changes.ts';
import type { ModuleTexts } from './module-constants.ts';
import { probeFlights } from './probe-flights.ts';
import type { Renewal } from './report.ts';
import { tableChanges } from './table-changes.ts';
import { tablesOf } from './tables.ts';

/** Returns the changes from one generation to the other. The flights are made from the earlier one. */
export async function compareModules(before: ModuleTexts, after: ModuleTexts): Promise<Renewal> {
  const flights = probeFlights(before);
  const references = hasReferences() ? readReferences() : undefined;
  const run = (modules: ModuleTexts): Promise<{ probes: Probe[]; accuracy: AccuracySummary | undefined }> =>
    withVariant({ modules }, (engine) => ({
      probes: probe(engine, flights),
      accuracy: references && summarise(references, engine.tryEstimateFlight),
    }));
  const earlier = await run(before);
  const later = await run(after);
  return {
    tables: tableChanges(tablesOf(before), tablesOf(after)),
    estimates: estimateChanges(earlier.probes, later.probes),
    accuracy:
      earlier.accuracy && later.accuracy ? { before: earlier.accuracy, after: later.accuracy } : undefined,
  };
}
