import type { Stage } from '@overlook/engine';
import { showSquareView } from '@overlook/embed/controls/axis-views';
import { STAGE_MESSAGES } from '@overlook/shared/messages';
import { showToast } from '../../../../state/toasts.ts';

/** Flies square to the face in the middle of the view, or says that there is none. */
export const squareToFace = (stage: Stage): void =>
  void showSquareView(stage, () => showToast(STAGE_MESSAGES['stage.noFace']));
