import { activeScreen } from '../features/stage/screen-store.ts';

/** What the active screen shows, marks included, or null where nothing stands on it. */
export async function stagePicture(): Promise<Blob | null> {
  const { stage } = activeScreen();
  return stage && stage.layer() !== null ? stage.screenshot() : null;
}
