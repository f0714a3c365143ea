import { AXIS_VIEWS, type AxisView } from '@overlook/embed/controls/axis-views';
import { STAGE_MESSAGES } from '@overlook/shared/messages';

export const AXIS_VIEW_LABELS: Readonly<Record<AxisView, string>> = {
  top: STAGE_MESSAGES['stage.viewTop'],
  bottom: STAGE_MESSAGES['stage.viewBottom'],
  front: STAGE_MESSAGES['stage.viewFront'],
  back: STAGE_MESSAGES['stage.viewBack'],
  left: STAGE_MESSAGES['stage.viewLeft'],
  right: STAGE_MESSAGES['stage.viewRight'],
  isometric: STAGE_MESSAGES['stage.viewIsometric'],
};

/** Shift with a figure, in the order of the menu. */
export const axisViewKeys = (view: AxisView): string => `Shift+${AXIS_VIEWS.indexOf(view) + 1}`;

export const SQUARE_KEYS = `Shift+${AXIS_VIEWS.length + 1}`;
