/** The keys of views along axes; their code is loaded with the first of them. */
import { AXIS_VIEWS, showAxisView } from '@overlook/embed/controls/axis-views';
import { activeScreen } from '../../../../state/screens.ts';
import { squareToFace } from './square-to-face.ts';

/** `figure` is that of the key, from 1: an axis, and after the last of them square to a face. */
export function showViewOfKey(figure: number): void {
  const { stage } = activeScreen();
  const view = AXIS_VIEWS[figure - 1];
  if (stage && view) showAxisView(stage, view);
  else if (stage) squareToFace(stage);
}
