#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { verifyCommand } from './cli/verify.ts';
import { examine } from './conformance/run.ts';
import { resultTable } from './conformance/table.ts';

const USAGE = `Examines a service that implements the offset and flight emissions interface.

  npx @flight-offset/core conformance --base-url URL [--emissions-url URL] --key KEY --platform ID [--interface]

  --base-url       base address of orders and transactions
  --emissions-url  base address of flight emissions, if it is another
  --key            API key
  --secret         API secret (HMAC-SHA256, hex); better given as OFFSET_SECRET in the environment
  --platform       platform identifier
  --interface      only what the interface says, without this project's decisions

It creates orders and pays for none: examine a sandbox. Exit code: 0 all hold, 1 some do not, 2 wrong use.

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
        interface: { type: 'boolean' },
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
if (command !== 'conformance') misuse(command ? `There is no command ${command}.` : 'Which command?');

function required(name: string, value: string | boolean | undefined): string {
  return typeof value === 'string' && value !== '' ? value : misuse(`${name} is required.`);
}

function address(name: string, value: string): string {
  return URL.canParse(value) ? value : misuse(`${name} must be an address such as https://api.example.com.`);
}

const baseUrl = address('--base-url', required('--base-url', values['base-url']));
const results = await examine(
  {
    baseUrl,
    emissionsUrl: address('--emissions-url', String(values['emissions-url'] ?? baseUrl)),
    apiKey: required('--key', values.key),
    signingKey: {
      scheme: 'hmac-sha256',
      secret: required('--secret', values.secret ?? process.env.OFFSET_SECRET),
    },
    platformId: required('--platform', values.platform),
  },
  values.interface ? 'interface' : 'all',
);
console.log(resultTable(results));
process.exitCode = results.every(({ holds }) => holds) ? 0 : 1;
