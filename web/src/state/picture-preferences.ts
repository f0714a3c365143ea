import { lightChoices } from './light-choices.ts';
import { type Preferences, preferences } from './preferences.ts';

/** Those that stages take as they are: a setting of the picture that is stored is a row of the preferences and a name here. */
const NAMES = ['quality', 'eyeDome', 'edges', 'pointBudget', 'isRefinedAtRest', 'isGlobeVisible'] as const;

/** What is stored of how the picture is drawn. */
export const picturePreferences = () => ({
  ...(Object.fromEntries(NAMES.map((name) => [name, preferences[name]])) as Pick<Preferences, (typeof NAMES)[number]>),
  ...lightChoices(),
});
