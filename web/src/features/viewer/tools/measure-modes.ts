import { TOOLS_MESSAGES } from '@overlook/shared/messages';
import type { MeasureMode } from '@overlook/engine';

/** The modes of the Measure card in its order: name, and the instruction while nothing has been measured in it. */
export const MEASURE_MODES: readonly { readonly value: MeasureMode; readonly label: string; readonly hint: string }[] =
  [
    { value: 'distance', label: TOOLS_MESSAGES['tools.distance'], hint: TOOLS_MESSAGES['measure.distanceHint'] },
    { value: 'height', label: TOOLS_MESSAGES['tools.height'], hint: TOOLS_MESSAGES['measure.heightHint'] },
    { value: 'area', label: TOOLS_MESSAGES['tools.area'], hint: TOOLS_MESSAGES['measure.areaHint'] },
    { value: 'plane', label: TOOLS_MESSAGES['tools.toPlane'], hint: TOOLS_MESSAGES['measure.planeHint'] },
  ];

export const modeOf = (mode: MeasureMode) => MEASURE_MODES.find(({ value }) => value === mode)!;
