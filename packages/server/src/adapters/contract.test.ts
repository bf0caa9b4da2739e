import { testContract } from '../testing/contract.ts';
import { HOSTS } from '../testing/hosts.ts';

for (const host of HOSTS) testContract(host);
