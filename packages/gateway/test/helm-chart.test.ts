/**
 * The Helm chart and the container file, without Helm or a container runtime: the few actions of the template language
 * that the chart uses are rendered here, and the results are checked against the schemas of Kubernetes. If Helm is on
 * the PATH, it must render the same and refuse the same values.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import dockerfileUtils from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { parse, parseAllDocuments } from 'yaml';
import { COMMANDS } from '../src/cli/commands.ts';
import { alternatives, REAL_PROVIDERS, VARIABLES } from '../src/config-schema.ts';
import { findProgram } from './find-program.ts';

const { validate } = dockerfileUtils;
/** Severity of an error in the protocol of language servers; a 2 is a warning. */
const ERROR = 1;
const DEPLOY = fileURLToPath(new URL('../deploy/', import.meta.url));
const CHART = `${DEPLOY}helm/`;
const VALUES_TEXT = readFileSync(`${CHART}values.yaml`, 'utf8');
const defaults = parse(VALUES_TEXT);
/** Values without a default. */
const REQUIRED = { image: 'registry.example/gateway:0.1.0', publicUrl: 'https://pay.example.com' };
const values = { ...defaults, ...REQUIRED };
const accepts = new Ajv().compile(JSON.parse(readFileSync(`${CHART}values.schema.json`, 'utf8')));
const HELM = findProgram('helm');
const dockerfile = readFileSync(`${DEPLOY}Dockerfile`, 'utf8');

/** Renders an action: `.Release.Name`, or a value, unchanged, through `quote` or `toJson`, or with a number added. */
function rendered(action: string): string {
  const [, key = '', number] = /^add \.Values\.(\w+) (\d+)$/.exec(action) ?? [];
  if (number) return String(Number(values[key]) + Number(number));
  const [, path = '', filter] = /^\.(Release\.Name|Values\.\w+)(?: \| (quote|toJson))?$/.exec(action) ?? [];
  assert.notEqual(path, '', `{{ ${action} }} is not rendered by this test`);
  const value = path === 'Release.Name' ? 'pay' : values[path.slice('Values.'.length)];
  assert.notEqual(value, undefined, `values.yaml lacks ${path}`);
  if (filter === 'toJson') return JSON.stringify(value);
  return filter === 'quote' ? JSON.stringify(String(value)) : String(value);
}

function render(file: string): string {
  return readFileSync(`${CHART}templates/${file}`, 'utf8').replace(/\{\{ (.*?) \}\}/g, (_, action) =>
    rendered(action),
  );
}

const MODELS = { Deployment, Job, PodDisruptionBudget, Service } as const;

describe('the Helm chart', () => {
  // biome-ignore lint/suspicious/noExplicitAny: whatever a manifest holds
  const manifests = new Map<string, any>();
  before(() => {
    for (const file of readdirSync(`${CHART}templates`)) {
      const manifest = parse(render(file));
      manifests.set(manifest.kind, manifest);
    }
  });

  for (const kind of Object.keys(MODELS) as (keyof typeof MODELS)[]) {
    it(`has a ${kind} that the schema of Kubernetes accepts`, () => {
      const manifest = manifests.get(kind);
      assert.ok(manifest);
      new MODELS[kind](manifest).validate();
      assert.throws(() => new MODELS[kind]({ ...manifest, spec: 'none' }).validate(), 'it accepts anything');
    });
  }

  it('starts existing commands with existing variables, as non-root on a read-only file system', () => {
    for (const kind of ['Deployment', 'Job']) {
      const { spec } = manifests.get(kind).spec.template;
      const [container] = spec.containers;
      assert.ok(COMMANDS.some(({ words }) => words.join(' ') === container.args.join(' ')));
      for (const { name } of container.env ?? []) assert.ok(VARIABLES.includes(name), name);
      assert.deepEqual([spec.securityContext.runAsNonRoot, spec.automountServiceAccountToken], [true, false]);
      const { readOnlyRootFilesystem, allowPrivilegeEscalation, capabilities } = container.securityContext;
      assert.deepEqual([readOnlyRootFilesystem, allowPrivilegeEscalation], [true, false]);
      assert.deepEqual(capabilities.drop, ['ALL']);
    }
  });

  it('gets no variables of Services: one named gateway would set GATEWAY_PORT to an address', () => {
    for (const kind of ['Deployment', 'Job'])
      assert.equal(manifests.get(kind).spec.template.spec.enableServiceLinks, false, kind);
  });

  it('refuses values that are missing, misspelt or of another kind, and names them', () => {
    const faults = (changed: object): (string | undefined)[] => {
      accepts({ ...values, ...changed });
      return (accepts.errors ?? []).map(({ instancePath, params }) =>
        instancePath === '' ? (params.additionalProperty ?? params.missingProperty) : instancePath.slice(1),
      );
    };
    assert.deepEqual(faults({}), []);
    for (const provider of REAL_PROVIDERS) assert.deepEqual(faults({ provider }), []);
    assert.ok(VALUES_TEXT.includes(`# ${alternatives(REAL_PROVIDERS)}\nprovider: `));
    assert.deepEqual(faults({ global: { region: 'eu' } }), [], 'values that a parent chart adds');
    for (const name of Object.keys(REQUIRED)) assert.deepEqual(faults({ [name]: defaults[name] }), [name]);
    for (const [name, value] of Object.entries({
      replica: 5,
      replicas: '3',
      publicUrl: 'http://pay.example.com',
      provider: 'sandbox',
      drainSeconds: 301,
      imagePullSecrets: ['registry'],
    }))
      assert.deepEqual(
        faults({ [name]: value }).map((one) => one?.split('/')[0]),
        [name],
      );
  });

  it('renders the same in Helm, which refuses the same values', {
    skip: HELM === undefined && 'Helm is not installed here',
  }, () => {
    const helm = (...more: string[]) => {
      const set = Object.entries(REQUIRED).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
      return spawnSync(HELM ?? '', ['template', 'pay', CHART, ...set, ...more], { encoding: 'utf8' });
    };
    const documents = parseAllDocuments(helm().stdout).map((one) => one.toJS());
    assert.deepEqual(new Map(documents.map((one) => [one.kind, one])), manifests);
    assert.match(helm('--set', 'publicUrl=').stderr, /publicUrl/);
    assert.match(helm('--set', 'replica=5').stderr, /replica/);
  });

  it('reads its image from a private registry', (context) => {
    const secrets = values.imagePullSecrets;
    context.after(() => {
      values.imagePullSecrets = secrets;
    });
    values.imagePullSecrets = [{ name: 'registry' }];
    for (const file of ['deployment.yaml', 'migration.yaml'])
      assert.deepEqual(parse(render(file)).spec.template.spec.imagePullSecrets, [{ name: 'registry' }], file);
  });

  it('has matching labels and ports, and drains for longer than the probes take', () => {
    const deployment = manifests.get('Deployment').spec;
    const { labels } = deployment.template.metadata;
    for (const selector of [
      deployment.selector.matchLabels,
      manifests.get('Service').spec.selector,
      manifests.get('PodDisruptionBudget').spec.selector.matchLabels,
    ])
      assert.deepEqual(selector, labels);
    assert.notDeepEqual(manifests.get('Job').spec.template.metadata.labels, labels, 'no traffic for the job');
    const [{ ports, readinessProbe }] = deployment.template.spec.containers;
    const [http] = manifests.get('Service').spec.ports;
    assert.ok(ports.some(({ name }: { name: string }) => name === http.targetPort));
    const noticed = readinessProbe.periodSeconds * readinessProbe.failureThreshold;
    assert.ok(values.drainSeconds > noticed);
    assert.equal(deployment.template.spec.terminationGracePeriodSeconds, values.drainSeconds + 50);
  });
});

describe('the packed package', () => {
  const packed = (cwd: string): string[] => {
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const [{ files }] = JSON.parse(execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: 'pipe' }));
    return files.map(({ path }: { path: string }) => path);
  };

  it('holds every file of deploy/, but no secret that a guide puts there', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'packed-'));
    context.after(() => rm(folder, { recursive: true }));
    await cp(`${DEPLOY}../package.json`, `${folder}/package.json`);
    await cp(DEPLOY, `${folder}/deploy`, { recursive: true });
    const secrets = ['master.key', '.env'].map((name) => `deploy/${name}`);
    for (const secret of secrets) await writeFile(join(folder, secret), 'secret');
    const own = readdirSync(`${folder}/deploy`, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
    assert.ok(own.length > 7);
    assert.deepEqual(
      packed(folder)
        .filter((path) => path.startsWith('deploy/'))
        .sort(),
      own.filter((path) => !secrets.includes(path)).sort(),
    );
  });
});

describe('the container file', () => {
  it('is valid, and runs the published command as a non-root user', () => {
    const faults = validate(dockerfile).filter(({ severity }) => severity === ERROR);
    assert.deepEqual(faults, []);
    assert.ok(validate('FORM node').length > 0, 'it accepts anything');
    assert.match(dockerfile, /^USER 1000:1000$/m);
    const { bin } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    const [, path] =
      /^ENTRYPOINT \["node", "node_modules\/@flight-offset\/gateway\/(.*)"\]$/m.exec(dockerfile) ?? [];
    assert.equal(`./${path}`, bin['flight-offset-gateway']);
    assert.match(dockerfile, /^ENV PATH=\/srv\/node_modules\/\.bin:\$PATH$/m);
  });

  it('sets only existing variables, and exposes their ports', () => {
    const [, line = ''] = /^ENV (NODE_ENV.*)$/m.exec(dockerfile) ?? [];
    const variables = new Map(line.split(' ').map((one) => one.split('=') as [string, string]));
    for (const name of variables.keys()) assert.ok([...VARIABLES, 'NODE_ENV'].includes(name), name);
    const ports = ['GATEWAY_PORT', 'GATEWAY_METRICS_PORT'].map((name) => variables.get(name));
    assert.match(dockerfile, new RegExp(`^EXPOSE ${ports.join(' ')}$`, 'm'));
  });
});
