/** `pnpm consumers`: the quickstarts with a bundler, followed by the text of their pages. */
import { leadsToPaidOrder } from '../quickstart.ts';

for (const name of ['nextjs', 'react', 'vue', 'sveltekit']) leadsToPaidOrder({ name });

leadsToPaidOrder({
  name: 'workers',
  args: ({ url, port, gatewayUrl }) => [
    '--port',
    port,
    '--var',
    `SHOP_URL:${url}`,
    `OFFSET_URL:${gatewayUrl}`,
  ],
});
