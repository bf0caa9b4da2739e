#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { verifyCommand } from './cli/verify.ts';
import { runConformance } from './conformance/run.ts';
import { resultTable } from './conformance/table.ts';

const USAGE = `Runs the conformance checks against a service that implements the offset and flight emissions interface.

  npx @flight-offset/core conformance --base-url URL [--emissions-url URL] --key KEY --platform ID [--spec-only]

  --base-url       base URL of orders and transactions
  --emissions-url  base URL of flight emissions; default: --base-url
  --key            API key
  --secret         API secret (HMAC-SHA256, hex); better set as OFFSET_API_SECRET in the environment
  --platform       platform identifier
  --spec-only      only what the interface specifies, without this project's decisions

The checks create orders and pay none: run them against a sandbox.
Exit code: 0 all passed, 1 some failed, 2 invalid usage.

  npx @flight-offset/core verify FILE    verifies a receipt; see verify --help`;

if (process.argv[2] === 'verify') process.exit(await verifyCommand(process.argv.slice(3)));

function misuse(problem: string): never {
  console.error(`${problem}\n\n${USAGE}`);
  process.exit(2);
}

function readArguments(): {
  command: string | undefined;
  values: Record<string, string | boolean | undefined>;
} {
  const string = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'base-url': string,
        'emissions-url': string,
        key: string,
        secret: string,
        platform: string,
        'spec-only': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return { command: positionals[0], values };
  } catch (error) {
    return misuse(error instanceof Error ? error.message : String(error));
  }
}

const { command, values } = readArguments();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
if (command !== 'conformance') misuse(command ? `Unknown command: ${command}.` : 'No command given.');

function required(name: string, value: string | boolean | undefined): string {
  return typeof value === 'string' && value !== '' ? value : misuse(`${name} is required.`);
}

function url(name: string, value: string): string {
  // A URL is not enough: localhost:4010 is one, with the scheme localhost.
  return URL.canParse(value) && /^https?:/i.test(value)
    ? value
    : misuse(`${name} must be a URL such as https://api.example.com or http://localhost:4010.`);
}

const baseUrl = url('--base-url', required('--base-url', values['base-url']));
const results = await runConformance(
  {
    baseUrl,
    emissionsUrl: url('--emissions-url', String(values['emissions-url'] ?? baseUrl)),
    apiKey: required('--key', values.key),
    signingKey: {
      scheme: 'hmac-sha256',
      secret: required('--secret or OFFSET_API_SECRET', values.secret ?? process.env.OFFSET_API_SECRET),
    },
    platformId: required('--platform', values.platform),
  },
  values['spec-only'] ? 'interface' : 'all',
);
console.log(resultTable(results));
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
