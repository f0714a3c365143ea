import { navigate } from 'wouter/use-browser-location';
import { poseOfCamera } from '@overlook/shared/maths';
import type { MocSurroundings } from '../features/viewer/mocs/surroundings.ts';
import { activeScreen } from '../features/viewer/stage/screen-store.ts';
import { linkedResults, restoreResults } from '../features/viewer/tools/linked-results.ts';
import { openTree, select } from '../state/cad.ts';
import { command } from '../state/commands.ts';
import { showToast } from '../state/toasts.ts';
import { bookmarkOf } from './link/saved-view.ts';
import { stagePicture } from './stage-picture.ts';

/** The parts of stage, tools and objects that the screens of changes use. */
export const mocSurroundings: MocSurroundings = {
  viewNow() {
    const { stage } = activeScreen();
    return stage && bookmarkOf(stage);
  },
  pictureNow: stagePicture,
  measurementsNow() {
    const results = linkedResults();
    return Object.values(results).some((text) => text !== null) ? results : null;
  },
  showMeasurements(saved) {
    navigate('/tools');
    void restoreResults(saved).then((isRead) => isRead || showToast('moc.measurementsUnread', 'error'));
  },
  showMoc({ data, pois: [poi] }) {
    if (data.bookmark) activeScreen().stage?.setPose(poseOfCamera(data.bookmark), { animate: true });
    else if (poi) command('flyTo', { pointEcef: [poi.x, poi.y, poi.z], distanceMetres: null });
  },
  selectObjects(objects) {
    openTree();
    select(objects);
  },
};
