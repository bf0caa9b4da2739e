import { type Decision, listDecisions } from './list-decisions.ts';

declare const data: readonly Decision[];

export { data };

export default { watch: ['./*.md'], load: listDecisions };
