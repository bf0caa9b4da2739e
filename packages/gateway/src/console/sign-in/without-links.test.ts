/** Signing in while sign-in links are switched off. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { startGateway } from '../../gateway.ts';
import { runCommand } from '../../testing/command-line.ts';
import { consoleVisitor, sandboxVisitor } from '../../testing/console-visitor.ts';

const OFF = {
  GATEWAY_SIGN_IN_LINKS: '0',
  GATEWAY_OIDC_ISSUER: 'https://id.example',
  GATEWAY_OIDC_CLIENT_ID: 'console',
  GATEWAY_OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
};

const ANA = { name: 'Ana Souza', email: 'ana@air.example', role: 'finance' };

/** Invites Ana in the console at a URL. @returns the next page, and the next page after sending the form again. */
async function invite(url: string): Promise<{ readonly page: string; readonly again: string }> {
  const admin = await sandboxVisitor(url, 'admin');
  const form = { ...ANA, once: randomUUID() };
  const send = async () => (await admin.post('/merchants/sandbox-merchant/people', form)).text;
  return { page: await send(), again: await send() };
}

it('refuses a link while links are switched off, and an invitation leads to the console instead', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-links-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const databaseUrl = `sqlite:${join(folder, 'gateway.sqlite')}`;
  async function at<T>(environment: Record<string, string>, use: (url: string) => Promise<T>): Promise<T> {
    const gateway = await startGateway({ databaseUrl, environment });
    return use(gateway.url).finally(() => gateway.close());
  }
  const invited = await at({}, invite);
  const [, link = ''] = /console(\/sign-in\/link\/[^<]+)</.exec(invited.page) ?? [];
  await at(OFF, async (url) => {
    const visitor = consoleVisitor(url);
    for (const { status, text } of [await visitor.get(link), await visitor.post(link)]) {
      assert.equal(status, 422);
      assert.match(text, /Sign-in links are switched off\. Sign in with your organisation\./);
    }
    assert.equal(visitor.cookie, '');
    const { text } = await visitor.get('/sign-in');
    assert.match(text, /Sign in with your organisation/);
    assert.doesNotMatch(text, /By link/);
  });
  await at({}, async (url) => assert.equal((await consoleVisitor(url).post(link)).status, 303));
  await at(OFF, async (url) => {
    const { page, again } = await invite(url);
    assert.match(page, /<h1>Invited<\/h1>/);
    assert.match(again, /was sent before, and the person was invited/);
    assert.doesNotMatch(again, /its link/);
    assert.ok(page.includes(`data-copy="link">${url}/console</code>`));
  });
  const environment = { ...OFF, DATABASE_URL: databaseUrl, GATEWAY_PUBLIC_URL: 'https://pay.example' };
  const { out } = await runCommand(environment, 'console', 'invite', 'bo@air.example', '--sandbox');
  assert.equal(out, 'https://pay.example/console');
});
