import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startGateway } from '../gateway.ts';
import { STYLE_PATH } from './page.ts';
import { POLL_SCRIPT_PATH } from './poll.ts';
import { WEB_FONT_PATH } from './web-font.ts';

it('an asset URL of another version serves the current asset, with no-store', async () => {
  const gateway = await startGateway();
  try {
    for (const path of [STYLE_PATH, POLL_SCRIPT_PATH, WEB_FONT_PATH]) {
      const own = await fetch(gateway.url + path);
      assert.match(own.headers.get('cache-control') ?? '', /immutable/);
      const other = await fetch(gateway.url + path.replace(/[\da-f]{12}/, '0123456789ab'));
      assert.equal(other.status, 200);
      assert.equal(other.headers.get('cache-control'), 'no-store');
      assert.equal(other.headers.get('content-type'), own.headers.get('content-type'));
      assert.deepEqual(await other.bytes(), await own.bytes());
    }
    assert.equal((await fetch(`${gateway.url}/assets/pay-0123456789ab.js`)).status, 404);
  } finally {
    await gateway.close();
  }
});
