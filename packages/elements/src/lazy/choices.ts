import { reimport } from './reimport.ts';

/** The projects to choose from: only a quote with a choice needs them. */
export const loadChoices = (): Promise<typeof import('../flight-offset-widget/choices.ts')> =>
  reimport(import('../flight-offset-widget/choices.ts'));
