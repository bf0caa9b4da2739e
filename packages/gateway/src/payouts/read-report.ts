import { readRows } from '../csv/read-rows.ts';
import { RAZORPAY_COLUMNS, razorpayLine } from './razorpay-report.ts';
import { ReportError, type ReportingProvider, type ReportLine } from './report-line.ts';
import { type ReportRow, reportRow } from './report-row.ts';
import { STRIPE_COLUMNS, stripeLine } from './stripe-report.ts';

interface Report {
  /** Name of the report, for messages. */
  readonly what: string;
  readonly columns: readonly string[];
  read(row: ReportRow): ReportLine;
}

const REPORTS: Readonly<Record<ReportingProvider, Report>> = {
  stripe: {
    what: "Stripe's itemized payout reconciliation report",
    columns: STRIPE_COLUMNS,
    read: stripeLine,
  },
  razorpay: {
    what: "Razorpay's settlement reconciliation report",
    columns: RAZORPAY_COLUMNS,
    read: razorpayLine,
  },
};

/**
 * Reads a settlement report row by row, in the format its provider publishes.
 * @returns each line with its number in the file.
 * @throws ReportError that names the line and the column; a report that is not correct to the minor unit is refused.
 */
export async function* readReport(
  provider: ReportingProvider,
  file: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<{ readonly entry: ReportLine; readonly line: number }> {
  const { what, columns, read } = REPORTS[provider];
  const rows = readRows(file, { what, columns, fault: (message) => new ReportError(message) });
  for await (const { row, line } of rows) yield { entry: read(reportRow(row, line)), line };
}
