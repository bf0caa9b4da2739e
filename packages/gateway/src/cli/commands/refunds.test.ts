import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { runCommand } from '../../testing/command-line.ts';
import { listenOnLoopback } from '../../testing/loopback.ts';
import { razorpayDialect, stripeDialect } from '../../testing/provider-dialects.ts';
import { withShop } from '../../testing/provider-shop.ts';

describe('refunds paid', () => {
  for (const dialect of [stripeDialect, razorpayDialect])
    it(`says what to do if ${dialect.name} does not respond, or not as documented`, () =>
      withShop(dialect, {}, async (shop) => {
        const { id } = await shop.paid();
        await shop.caller.post(`/offset-gateway/orders/${id}/refunds`, {});
        const [refund] = await shop.refunds(id);
        await shop.db.kysely.updateTable('refunds').set({ state: 'failed' }).execute();
        const paid = (url: string) =>
          runCommand(
            { ...shop.environment, GATEWAY_PROVIDER_API_URL: url },
            ...['refunds', 'paid', refund?.id ?? '', '--reference', 'transfer 17', '--sandbox'],
          );
        const silent = await listenOnLoopback(createServer(() => {}));
        const next = 'or look at its dashboard yourself and add --unchecked.';
        assert.deepEqual(await paid(silent.url), {
          code: 1,
          out: '',
          err: `Nothing was recorded: the provider did not respond within 5 seconds. Try again in a few minutes, ${next}\n`,
        });
        await silent.close();
        const { code, err } = await paid(silent.url);
        assert.equal(code, 1);
        assert.match(err, /could not be read \(\w+ refunds: ECONNREFUSED\)\. Try again, or look/);
      }));
});
