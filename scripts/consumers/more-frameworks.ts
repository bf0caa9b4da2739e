/** `pnpm consumers`: the packed packages in further frameworks, some of which are large to install. */
import { holdsIn } from './consumer.ts';

const projects = 'scripts/consumers/projects';

holdsIn({
  name: 'React 19',
  folders: ['examples/react-page', `${projects}/react`],
  fault: 'src/Fault.tsx',
  check: ['tsc', '--noEmit', '--pretty', 'false'],
  build: ['vite', 'build'],
});

for (const name of ['preact', 'solid'])
  holdsIn({
    name,
    folders: [`${projects}/${name}`],
    fault: 'src/Fault.tsx',
    check: ['tsc', '--noEmit', '--pretty', 'false'],
    build: ['vite', 'build'],
  });

holdsIn({
  name: 'Angular',
  folders: [`${projects}/angular`],
  fault: 'src/fault.ts',
  check: ['ngc', '--project', 'tsconfig.json', '--noEmit', '--pretty', 'false'],
  build: ['ng', 'build'],
});
