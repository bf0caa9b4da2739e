/** Functions of a bundle that the first estimates of an application call. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const departureDate = { year: 2026, month: 12, day: 14 };

/** One flight with loads filed in the US, and one without. */
const FLIGHTS = [
  { origin: 'ZRH', destination: 'SFO', operatingCarrierCode: 'LX', flightNumber: 38, departureDate },
  { origin: 'DEL', destination: 'BOM', operatingCarrierCode: '6E', flightNumber: 201, departureDate },
];

/** Node's coverage of a process, as far as it is read here. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { startOffset: number; count: number }[] }[];
  }[];
}

/**
 * Runs an entry in its own process.
 * @returns For each file, by its URL, the starts of the called functions: offsets in characters.
 */
export function calledFunctions(entry: string): ReadonlyMap<string, ReadonlySet<number>> {
  const folder = mkdtempSync(join(tmpdir(), 'emissions-coverage-'));
  try {
    const url = JSON.stringify(pathToFileURL(entry).href);
    const script = `import { estimateFlights } from ${url}; estimateFlights(${JSON.stringify(FLIGHTS)});`;
    const env = { ...process.env, NODE_V8_COVERAGE: folder };
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env });
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    const scripts = files.flatMap((text) => (JSON.parse(text) as Coverage).result);
    return new Map(
      scripts.map(({ url, functions }) => [
        url,
        new Set(functions.flatMap(({ ranges: [whole] }) => (whole?.count ? whole.startOffset : []))),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
