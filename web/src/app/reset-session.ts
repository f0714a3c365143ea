import { resetFeedback } from '../features/feedback/feedback-store.ts';
import { closeClouds } from '../features/viewer/local-clouds/open-cloud-file.ts';
import { resetTools } from '../state/session-tools.ts';
import { resetCad } from '../state/cad.ts';
import { resetLayers } from '../state/layers.ts';
import { resetLevels } from '../state/levels.ts';
import { resetMocs } from '../state/mocs.ts';
import { resetMoments } from '../state/moments.ts';
import { resetPhotos } from '../state/photos.ts';
import { resetPointChoices } from '../state/point-colors.ts';
import { closeProfile } from '../state/profile.ts';
import { resetSection } from '../state/section.ts';
import { resetStageChoices } from '../state/stage.ts';
import { resetSwipe } from '../state/swipe.ts';
import { resetUploads } from '../state/uploads.ts';

/** Clears the data of the earlier session in the stores of the page. */
export function resetSession(): void {
  resetStageChoices();
  resetMoments();
  resetSection();
  resetLevels();
  resetSwipe();
  resetCad();
  resetMocs();
  resetPhotos();
  resetLayers();
  resetPointChoices();
  closeProfile();
  closeClouds();
  resetTools();
  resetFeedback();
  resetUploads();
}
