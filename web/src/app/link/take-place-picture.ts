import { SCREENSHOT_WAIT_MS } from '@overlook/shared/config';
import type { Stage } from '@overlook/engine';
import type { PlacePicture } from '../../features/viewer/places/place-view.ts';

/** How long a picture waits for a view that is still being refined, milliseconds. */
const SETTLED_WITHIN_MS = 15_000;

interface ShownView {
  readonly stage: Pick<Stage, 'refined' | 'on'>;
  /** A text that differs for each view. */
  name(): string | null;
  /** The shown stage; null for none. */
  picture(): Promise<Blob | null>;
}

/**
 * A picture of the shown view, taken shortly after the call, when the view has settled and is refined; after a time
 * limit it is taken unrefined. When the person moves the camera before that, it is the picture at the call. Null where
 * nothing is shown.
 */
export async function takePlacePicture({ stage, name, picture }: ShownView): Promise<PlacePicture | null> {
  const taken = name();
  const isLeft = () => name() !== taken;
  const first = await picture();
  const refined = () => stage.refined().then(() => true);
  const atOnce = first && { blob: first, isComplete: await Promise.race([refined(), pause(0)]) };
  let stop = () => {};
  const left = new Promise<false>((resolve) => {
    stop = stage.on('pose', () => isLeft() && resolve(false));
  });
  await Promise.race([pause(SCREENSHOT_WAIT_MS), left]);
  const isComplete = await Promise.race([refined(), pause(SETTLED_WITHIN_MS), left]);
  stop();
  if (isLeft()) return atOnce;
  const blob = await picture();
  // The camera may have moved before its picture was drawn.
  return isLeft() ? atOnce : blob && { blob, isComplete };
}

const pause = (delayMs: number): Promise<false> => new Promise((resolve) => setTimeout(() => resolve(false), delayMs));
