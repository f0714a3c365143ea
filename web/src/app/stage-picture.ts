import { activeScreen } from '../features/viewer/stage/screen-store.ts';

/** The picture of the active screen, marks included, or null when it shows nothing. */
export async function stagePicture(): Promise<Blob | null> {
  const { stage } = activeScreen();
  return stage && stage.state().layerId !== null ? stage.screenshot() : null;
}
