import type { Finding } from '@flight-offset/console';
import type { CheckContext } from '../operation/doctor/check.ts';
import { runChecks } from '../operation/doctor/run-checks.ts';
import { forLongReads } from '../store/engine.ts';

/** Maximum age of findings, milliseconds: the checks read a lot. */
const FRESH_MS = 60_000;

/** Runs the checks of `doctor`, at most once a minute, however many people open the page. */
export function createDoctor(context: CheckContext): () => Promise<readonly Finding[]> {
  let last: { readonly at: number; readonly findings: Promise<readonly Finding[]> } | undefined;
  async function readFindings(): Promise<readonly Finding[]> {
    const findings = await runChecks({ ...context, db: forLongReads(context.db) });
    return findings.map(({ name, state, detail, next }) => ({ name, state, detail, next }));
  }
  return () => {
    const at = context.now();
    if (!last || at - last.at >= FRESH_MS) last = { at, findings: readFindings() };
    return last.findings;
  };
}
