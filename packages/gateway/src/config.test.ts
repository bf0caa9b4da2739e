import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from './config.ts';
import type { GivenVariables } from './config-checks.ts';
import { ConfigError } from './config-error.ts';

/** Returns the error of a database address; undefined if there is none. */
function faultOf(DATABASE_URL: string): string | undefined {
  try {
    readConfig({ DATABASE_URL }, { sandbox: true });
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
}

for (const [url, isRefused] of [
  ['postgres://a@one.example:5432,two.example:5432/x?target_session_attrs=read-write', true],
  ['postgresql://one.example,two.example/x', true],
  ['postgres:///x?host=one.example,two.example', true],
  ['postgres:///x?user=a&host=one.example%2Ctwo.example', true],
  ['postgres://a:p,w@one.example/x', false],
  ['postgres://one.example/x?options=-c%20a%3D1,2', false],
  ['sqlite:one,two.sqlite', false],
] as const)
  it(`${url} ${isRefused ? 'names several hosts, which is refused' : 'is taken'}`, () => {
    const fault = faultOf(url);
    if (!isRefused) return assert.equal(fault, undefined);
    assert.match(fault ?? '', /DATABASE_URL must name one host, which leads to the primary/);
    assert.doesNotMatch(fault ?? '', /one\.example/, 'an address may hold a password');
  });

it('an invalid URL of a standby is an error that names its variable, and never its password', () => {
  const read = (GATEWAY_REPLICA_DATABASE_URL: string) => () =>
    readConfig({ DATABASE_URL: 'postgres://db/x', GATEWAY_REPLICA_DATABASE_URL }, { sandbox: true });
  for (const url of ['postgres://a:hush@db:1x/x', 'postgres://a:hu/sh@db/x', 'postgres://a:hu%ff@db/x'])
    assert.throws(
      read(url),
      /^ConfigError: .*\n- GATEWAY_REPLICA_DATABASE_URL must be a valid URL: (?!.*hu)/,
    );
  for (const url of [
    'postgres://a:h%wz%C3%BC@db:1/x',
    'postgres://a@/x?host=/run/pg',
    'postgres://a@[::1]/x',
  ])
    assert.doesNotThrow(read(url));
});

it('trusted proxies must be addresses or networks', () => {
  for (const GATEWAY_TRUSTED_PROXIES of ['proxy.example', '0.0.0.0/0'])
    assert.throws(
      () => readConfig({ GATEWAY_TRUSTED_PROXIES }, { sandbox: true }),
      (error) =>
        error instanceof ConfigError &&
        error.faults[0] ===
          'GATEWAY_TRUSTED_PROXIES must be addresses or networks with commas between, such as 127.0.0.1,10.0.0.0/8',
    );
  const { GATEWAY_TRUSTED_PROXIES: proxies } = readConfig(
    { GATEWAY_TRUSTED_PROXIES: '10.0.0.0/8' },
    { sandbox: true },
  );
  assert.ok(proxies?.check('10.1.2.3'));
});

it('reports each URL without a scheme with all other errors, and a public URL with a query or fragment', () => {
  const names = [
    'GATEWAY_PUBLIC_URL',
    'GATEWAY_DOCS_URL',
    'GATEWAY_PROVIDER_API_URL',
    'GATEWAY_CHECKOUT_URL',
  ];
  const given = Object.fromEntries(names.map((name) => [name, 'pay.example.com']));
  assert.throws(() => readConfig({ ...given, GATEWAY_PORT: 'x' }, { sandbox: true }), {
    name: 'ConfigError',
    faults: [
      'GATEWAY_PORT must be a whole number from 0 to 65535',
      ...names.map((name) => `${name} must be an http or https address`),
    ],
  });
  for (const end of ['?', '#', '?a=1'])
    assert.throws(() => readConfig({ GATEWAY_PUBLIC_URL: `https://a.example/${end}` }, { sandbox: true }), {
      faults: ['GATEWAY_PUBLIC_URL must not contain a query or fragment'],
    });
});

it('a port variable that Kubernetes set for a Service is reported with enableServiceLinks as the cause', () =>
  assert.throws(
    () =>
      readConfig(
        { GATEWAY_PORT: 'tcp://10.0.0.7:80', GATEWAY_METRICS_PORT: 'tcp://10.0.0.8:9410' },
        { sandbox: true },
      ),
    ({ faults }: ConfigError) => {
      assert.deepEqual(
        faults.map((fault) => fault.split(' ')[0]),
        ['GATEWAY_PORT', 'GATEWAY_METRICS_PORT'],
      );
      return faults.every((fault) => fault.includes('enableServiceLinks'));
    },
  ));

it('reports an unknown variable with the closest setting, and no variable that a platform sets', () => {
  const typed = {
    GATEWAY_KEEP_WEBHOOK_DAY: '7',
    GATEWAY_MAX_ORDER_TONS: '1',
    gateway_port: '1',
    GATEWAY_METRIC_PORT: '9410',
    GATEWAY_DATABASE_URL: 'postgres://a:hush@db/x',
    GATEWAY_STRIPE_SECRET_KEY: 'hush',
    GATEWAY_IMAGE_TAG: '1.2',
  };
  const platform = {
    GATEWAY_SERVICE_HOST: '10.0.0.7',
    GATEWAY_SERVICE_PORT_HTTP: '80',
    GATEWAY_PORT_4010_TCP: 'tcp://10.0.0.7:4010',
    GATEWAY_PORT_4010_TCP_ADDR: '10.0.0.7',
    GATEWAY_METRICS_PORT_9410_TCP_PROTO: 'tcp',
    GATEWAY_DOCS_PORT: 'tcp://10.0.0.9:80',
    GATEWAY_INTERFACE: 'CGI/1.1',
    GATEWAY_NAME: '/shop/gateway',
    GATEWAY_ENV_NGINX_VERSION: '1.27',
  };
  const { unknown } = readConfig({ ...typed, ...platform, GATEWAY_PORT: '1' }, { sandbox: true });
  assert.deepEqual(unknown, [
    'GATEWAY_KEEP_WEBHOOK_DAY is not a setting and is ignored: did you mean GATEWAY_KEEP_WEBHOOKS_DAYS?',
    'GATEWAY_MAX_ORDER_TONS is not a setting and is ignored: did you mean GATEWAY_MAX_ORDER_TONNES?',
    'gateway_port is not a setting and is ignored: did you mean GATEWAY_PORT?',
    'GATEWAY_METRIC_PORT is not a setting and is ignored: did you mean GATEWAY_METRICS_PORT?',
    'GATEWAY_DATABASE_URL is not a setting and is ignored: did you mean DATABASE_URL?',
    'GATEWAY_STRIPE_SECRET_KEY is not a setting and is ignored: did you mean STRIPE_SECRET_KEY?',
    'GATEWAY_IMAGE_TAG is not a setting and is ignored',
  ]);
  assert.throws(() => readConfig({ GATEWAY_MASTER_KEYFILE: '/k' }, { sandbox: false }), {
    message:
      /^- one of GATEWAY_MASTER_KEY .*[\s\S]*^- GATEWAY_MASTER_KEYFILE is not .* GATEWAY_MASTER_KEY_FILE\?/m,
  });
});

it('reports missing settings together with invalid ones', () =>
  assert.throws(
    () => readConfig({ GATEWAY_PORT: 'x', GATEWAY_PROVIDER: 'stripe' }, { sandbox: false }),
    (error) =>
      error instanceof ConfigError &&
      [
        'GATEWAY_PORT',
        'GATEWAY_PUBLIC_URL',
        'GATEWAY_MASTER_KEY',
        'STRIPE_SECRET_KEY',
        'STRIPE_WEBHOOK_SECRET',
      ].every((name) => error.faults.some((fault) => fault.includes(name))),
  ));

for (const [url, isRefused] of [
  ['https://pay.example.com', false],
  ['https://pay.example.com/', false],
  ['http://localhost:4010', false],
  ['https://PAY.example.com', false],
  ['https://example.com/offset', true],
  ['https://example.com/.', true],
  ['https://example.com\\\\', true],
  ['https://user:secret@pay.example.com', true],
] as const)
  it(`${url} is ${isRefused ? 'refused: no page would work there' : 'taken as the public URL'}`, () => {
    const read = () => readConfig({ GATEWAY_PUBLIC_URL: url }, { sandbox: true });
    if (!isRefused) return assert.ok(read());
    assert.throws(read, (error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, /GATEWAY_PUBLIC_URL must have a host name of its own, .* such as https:/);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  });

it('refuses a secret with a line break, or with white space around it', () => {
  const names = [
    'GATEWAY_OIDC_CLIENT_ID',
    'GATEWAY_OIDC_CLIENT_SECRET',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'RAZORPAY_KEY_ID',
    'RAZORPAY_KEY_SECRET',
    'RAZORPAY_WEBHOOK_SECRET',
  ];
  const read = (value: string) =>
    readConfig(
      {
        GATEWAY_OIDC_ISSUER: 'https://id.example',
        ...Object.fromEntries(names.map((name) => [name, value])),
      },
      { sandbox: true },
    );
  for (const value of ['a\n', ' a', '\t', 'a\nb'])
    assert.throws(() => read(value), {
      faults: names.map((name) => `${name} must not begin or end with white space, or contain a line break`),
    });
  for (const value of ['a', 'two words', 'ü']) assert.equal(read(value).STRIPE_WEBHOOK_SECRET, value);
});

it('refuses an OIDC issuer that is not https outside a sandbox, in any letter case', () => {
  const read = (issuer: string, sandbox: boolean) =>
    readConfig(
      {
        GATEWAY_OIDC_ISSUER: issuer,
        GATEWAY_OIDC_CLIENT_ID: 'console',
        GATEWAY_OIDC_CLIENT_SECRET: 'secret',
        GATEWAY_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      },
      { sandbox, command: 'manage' },
    );
  for (const issuer of ['http://id.example', 'HTTP://id.example', ' http://id.example']) {
    assert.throws(() => read(issuer, false), { faults: ['GATEWAY_OIDC_ISSUER must be an https address'] });
    assert.equal(read(issuer, true).GATEWAY_OIDC_ISSUER, issuer.trim());
  }
  assert.ok(read(' HTTPS://id.example', false));
});

it('refuses plain http to the API of a provider outside a sandbox, except on this machine', () => {
  const read = (url: string, sandbox = false) =>
    readConfig(
      { GATEWAY_PROVIDER_API_URL: url, GATEWAY_MASTER_KEY: Buffer.alloc(32, 1).toString('base64') },
      { sandbox, command: 'manage' },
    ).GATEWAY_PROVIDER_API_URL;
  const faults = ['GATEWAY_PROVIDER_API_URL must be an https address, or one of this machine'];
  for (const url of [
    'http://api.example',
    ' HTTP://api.example',
    'http://10.0.0.1:80',
    'http://localhost.example',
  ]) {
    assert.throws(() => read(url), { faults }, url);
    assert.equal(read(url, true), url.trim());
  }
  for (const url of ['https://api.example', 'http://localhost:4242', 'http://127.0.0.1:1', 'http://[::1]:1'])
    assert.equal(read(url), url);
});

it('refuses a DATABASE_URL without a file, with white space around its path, or of an unknown scheme', () => {
  assert.match(
    faultOf('sqlite:') ?? '',
    /\n- DATABASE_URL must name a file after "sqlite:", such as sqlite:\S+$/,
  );
  for (const url of ['sqlite: a.sqlite', 'sqlite:a.sqlite '])
    assert.match(faultOf(url) ?? '', /\n- DATABASE_URL must not have white space before or after its path$/);
  assert.equal(faultOf('sqlite:a folder/a.sqlite'), undefined);
  assert.match(faultOf('mysql://a') ?? '', /\n- DATABASE_URL must begin with "sqlite:" or "postgres:\/\/"$/);
});

it('sign-in links can be disabled only if an OIDC issuer is set; management commands do not require one', () => {
  const client = { GATEWAY_OIDC_CLIENT_ID: 'console', GATEWAY_OIDC_CLIENT_SECRET: 'secret' };
  const issuer = { GATEWAY_OIDC_ISSUER: 'https://id.example', ...client };
  const read = (given: GivenVariables, command: 'serve' | 'manage' = 'serve') =>
    readConfig({ GATEWAY_SIGN_IN_LINKS: '0', ...given }, { sandbox: true, command });
  assert.throws(() => read({}), {
    faults: [
      'GATEWAY_SIGN_IN_LINKS=0 needs GATEWAY_OIDC_ISSUER, GATEWAY_OIDC_CLIENT_ID, GATEWAY_OIDC_CLIENT_SECRET: nobody could sign in',
    ],
  });
  assert.equal(read({}, 'manage').signInLinks, false);
  assert.equal(read(issuer).signInLinks, false);
  assert.equal(read({ GATEWAY_SIGN_IN_LINKS: '' }).signInLinks, true);
});
