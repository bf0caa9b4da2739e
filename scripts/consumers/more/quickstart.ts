/** `pnpm consumers`: follows the quickstarts with a bundler by the text of their pages. */
import { testQuickstarts } from '../quickstart.ts';

testQuickstarts(
  { name: 'nextjs' },
  { name: 'react' },
  { name: 'vue' },
  { name: 'sveltekit' },
  {
    name: 'workers',
    args: ({ url, port, gatewayUrl }) => [
      '--port',
      port,
      '--var',
      `SHOP_URL:${url}`,
      `OFFSET_URL:${gatewayUrl}`,
    ],
  },
);
