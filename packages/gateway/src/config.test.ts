import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

/** What is wrong with the address of a database; undefined where nothing is. */
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

it('proxies to trust are addresses and networks', () => {
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
