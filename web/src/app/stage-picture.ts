import { SCREENSHOT_WAIT_MS } from '@overlook/shared/config';
import { activeScreen } from '../features/viewer/stage/screen-store.ts';

/** What the active screen shows, marks included, or null when it shows nothing. */
export async function stagePicture(): Promise<Blob | null> {
  const { stage } = activeScreen();
  return stage && stage.state().layerId !== null ? stage.screenshot() : null;
}

/** How long a picture waits for a view that is still being refined, milliseconds. */
const SETTLED_WITHIN_MS = 15_000;

const pause = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));

/** The same a moment later, when the view has settled; one that does not settle is taken as it is. */
export async function settledPicture(): Promise<Blob | null> {
  const { stage } = activeScreen();
  await pause(SCREENSHOT_WAIT_MS);
  if (stage) await Promise.race([stage.idle(), pause(SETTLED_WITHIN_MS)]);
  return stagePicture();
}
