import { lightChoices } from './light-choices.ts';
import { type Preferences, PICTURE_ROWS, preferences } from './preferences.ts';

const NAMES = Object.keys(PICTURE_ROWS) as (keyof typeof PICTURE_ROWS)[];

/** The stored settings of the picture. */
export const picturePreferences = () => ({
  ...(Object.fromEntries(NAMES.map((name) => [name, preferences[name]])) as Pick<
    Preferences,
    keyof typeof PICTURE_ROWS
  >),
  ...lightChoices(),
});
