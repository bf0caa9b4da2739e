/** `pnpm consumers`: the packed packages in further frameworks, some of which are large to install. */
import { type Consumer, testConsumers } from '../consumer.ts';
import { start } from '../start.ts';

const small = (['preact', 'solid'] as const).map(
  (name): Consumer => ({
    name,
    fault: 'src/Fault.tsx',
    check: ['tsc', '--noEmit', '--pretty', 'false'],
    build: ['vite', 'build'],
  }),
);

testConsumers(
  ...small,
  {
    name: 'angular',
    fault: 'src/fault.ts',
    check: ['ngc', '--project', 'tsconfig.json', '--noEmit', '--pretty', 'false'],
    build: ['ng', 'build'],
  },
  {
    name: 'next',
    fault: 'app/fault.tsx',
    check: ['tsc', '--noEmit', '--pretty', 'false'],
    build: ['next', 'build'],
    start: (project, gatewayUrl) =>
      start(project, (url, port) => ({
        run: ['pnpm', 'exec', 'next', 'start', '--port', port],
        env: { SHOP_URL: url, OFFSET_URL: gatewayUrl },
      })),
  },
);
