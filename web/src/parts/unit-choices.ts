/** The units that a person can choose, as settings and the menus of the tools offer them. */
import type { AngleUnits, Units } from '@overlook/shared/format';
import { TOOLS_MESSAGES } from '@overlook/shared/messages';

export const UNIT_CHOICES: readonly { readonly value: Units; readonly label: string }[] = [
  { value: 'metric', label: TOOLS_MESSAGES['tools.metric'] },
  { value: 'imperial', label: TOOLS_MESSAGES['tools.imperial'] },
  { value: 'surveyFeet', label: TOOLS_MESSAGES['tools.surveyFeet'] },
  { value: 'feetInches', label: TOOLS_MESSAGES['tools.feetInches'] },
];

export const ANGLE_CHOICES: readonly { readonly value: AngleUnits; readonly label: string }[] = [
  { value: 'degrees', label: TOOLS_MESSAGES['tools.degrees'] },
  { value: 'gradians', label: TOOLS_MESSAGES['tools.gradians'] },
];
