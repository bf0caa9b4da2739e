/**
 * The OpenAPI documents pass Redocly and Spectral with their recommended rules. Both are large and therefore not
 * dependencies: install `@redocly/cli` and `@stoplight/spectral-cli` in a folder and name it in OPENAPI_LINTERS.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { merchantOpenApiDocument, openApiDocument } from '@flight-offset/core/openapi';

const { OPENAPI_LINTERS: linters } = process.env;
const DOCUMENTS = { service: openApiDocument(), merchant: merchantOpenApiDocument() };

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flight-offset-openapi-'));
  for (const [name, document] of Object.entries(DOCUMENTS))
    await writeFile(join(folder, `${name}.json`), JSON.stringify(document));
  await writeFile(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
});
after(() => rm(folder, { recursive: true }));

describe('linters', { skip: linters ? false : 'OPENAPI_LINTERS is not set' }, () => {
  for (const name of Object.keys(DOCUMENTS)) {
    const commands = {
      redocly: ['lint', `${name}.json`],
      spectral: ['lint', '--fail-severity=warn', '--ruleset', '.spectral.yaml', `${name}.json`],
    };
    for (const [linter, args] of Object.entries(commands)) {
      test(`${linter}: ${name}`, () => {
        const command = join(linters ?? '', 'node_modules/.bin', linter);
        const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
          cwd: folder,
          encoding: 'utf8',
          env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        });
        assert.equal(status, 0, stdout + stderr);
        assert.doesNotMatch(stdout + stderr, /You have \d+ warning/, stdout + stderr);
      });
    }
  }
});
