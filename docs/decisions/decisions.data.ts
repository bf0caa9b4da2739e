import { type DecisionGroup, groupDecisions } from './list-decisions.ts';

declare const data: readonly DecisionGroup[];

export { data };

export default { watch: ['./*.md'], load: groupDecisions };
