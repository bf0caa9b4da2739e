import { type Check, ok, warning } from './check.ts';

/** Checks of the environment: variables that look like settings and are not. */
export const settingChecks: readonly Check[] = [
  {
    name: 'Every GATEWAY_ variable is a setting',
    async run({ config: { unknown } }) {
      if (unknown.length === 0) return ok();
      return warning(unknown.join('; '), 'correct the names, or remove the variables');
    },
  },
];
