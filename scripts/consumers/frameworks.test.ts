/**
 * Tests the packed packages in the frameworks that are quick to install. The others: `pnpm consumers`.
 *
 * The projects of Vue and Svelte do not check TypeScript's own declarations (`skipDefaultLibCheck`), which took a fifth
 * of their time: the project of React tests whether ours are compatible.
 */
import { testConsumers } from './consumer.ts';

testConsumers(
  {
    name: 'vue',
    fault: 'src/Fault.vue',
    check: ['vue-tsc', '--noEmit', '--pretty', 'false'],
    build: ['vite', 'build'],
  },
  {
    name: 'svelte',
    fault: 'src/Fault.svelte',
    check: ['svelte-check', '--output', 'machine', '--threshold', 'error'],
    build: ['vite', 'build'],
  },
  {
    name: 'react',
    fault: 'src/Fault.tsx',
    check: ['tsc', '--noEmit', '--pretty', 'false'],
    build: ['vite', 'build'],
  },
);
