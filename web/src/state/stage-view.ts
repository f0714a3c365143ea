import type { Stage } from '@overlook/engine';
import { storedCameraOf } from '@overlook/shared/maths';
import type { Bookmark } from '@overlook/shared/schemas';
import { activeScreen } from './screens.ts';

/** Planes of the camera as older clients expect them, metres. */
const FRUSTUM = { near: 1, far: 100_000 };

/** The camera of a stage in its saved form. */
export const bookmarkOf = (stage: Pick<Stage, 'pose'>): Bookmark => storedCameraOf(stage.pose(), FRUSTUM);

/** That of the active screen; null while there is none. */
export function bookmarkNow(): Bookmark | null {
  const { stage } = activeScreen();
  return stage && bookmarkOf(stage);
}

/** The picture of the active screen, marks included, or null when it shows nothing. */
export async function stagePicture(): Promise<Blob | null> {
  const { stage } = activeScreen();
  return stage && stage.state().layerId !== null ? stage.screenshot() : null;
}
