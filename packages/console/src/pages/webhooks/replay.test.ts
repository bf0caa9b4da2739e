import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createConsole } from '../../console.ts';
import { type FailedOfDays, MAX_REPLAYED, type Replayed } from '../../service/webhook.ts';
import { fakeService, OWN } from '../../testing/fake-service.ts';

const PATH = `/console/merchants/${OWN}/webhooks`;
const HEADERS = { origin: 'https://pay.example', cookie: '__Host-console_session=support' };

/** A console whose replays have this result. @returns it, and the requested replays. */
function replaying(result: Replayed) {
  const replayed: FailedOfDays[] = [];
  const service = fakeService();
  async function replayDead(_actor: unknown, _merchant: string, which: FailedOfDays): Promise<Replayed> {
    replayed.push(which);
    return result;
  }
  const [endpoints, list] = [async () => [], async () => ({ rows: [], next: undefined })];
  const enabled: string[] = [];
  const enable = async (_actor: unknown, merchant: string, url: string) => {
    enabled.push(`${merchant} ${url}`);
  };
  const webhooks = { ...service.webhooks, endpoints, list, replayDead, enable };
  const run = createConsole({ ...service, webhooks });
  return {
    replayed,
    enabled,
    async post(fields: string, path = 'replay'): Promise<Response> {
      const headers = { ...HEADERS, 'content-type': 'application/x-www-form-urlencoded' };
      const request = new Request(`https://pay.example${PATH}/${path}`, { method: 'POST', headers });
      const form = new URLSearchParams(fields);
      form.set('as', 'person-support');
      return run({ request, body: Buffer.from(String(form)), address: '' });
    },
    async get(location: string): Promise<string> {
      const request = new Request(`https://pay.example${location}`, { headers: HEADERS });
      return (await run({ request, body: new Uint8Array(), address: '' })).text();
    },
  };
}

for (const [count, next, done] of [
  [0, undefined, 'replay-none'],
  [MAX_REPLAYED - 1, undefined, 'replay-range'],
  [MAX_REPLAYED, 4711, 'replay-part&first=2026-11-01&last=2026-11-30&rest=4711'],
] as const)
  it(`reports ${count} failed webhooks as ${done}`, async () => {
    const response = await replaying({ count, next }).post('first=2026-11-01&last=2026-11-30');
    assert.deepEqual([response.status, response.headers.get('location')], [303, `${PATH}?done=${done}`]);
  });

it('reports a replay as done if an earlier press replayed webhooks and none is left', async () => {
  const response = await replaying({ count: 0, next: undefined }).post(
    'first=2026-11-01&last=2026-11-30&rest=4711',
  );
  assert.equal(response.headers.get('location'), `${PATH}?done=replay-range`);
});

it('continues after the webhooks already replayed, even if they failed again', async () => {
  const { replayed, post, get } = replaying({ count: MAX_REPLAYED, next: 4711 });
  const { headers } = await post('first=2026-11-01&last=2026-11-30');
  const page = await get(headers.get('location') ?? '');
  const form = /<form[^>]*>(?:<input type="hidden"[^>]*>)+<button[^>]*>Replay the rest/.exec(page)?.[0] ?? '';
  const fields = new URLSearchParams();
  for (const [, name = '', value = ''] of form.matchAll(/name="(\w+)" value="([^"]*)"/g))
    fields.append(name, value);
  await post(fields.toString());
  const days = { from: '2026-11-01', to: '2026-11-30' };
  assert.deepEqual(replayed, [
    { ...days, after: undefined },
    { ...days, after: 4711 },
  ]);
});

it('enables the endpoint that the form names', async () => {
  const { enabled, post } = replaying({ count: 0, next: undefined });
  const { headers } = await post('url=https%3A%2F%2Fair.example%2Fn', 'enable');
  assert.equal(headers.get('location'), `${PATH}?done=enable`);
  assert.deepEqual(enabled, [`${OWN} https://air.example/n`]);
});
