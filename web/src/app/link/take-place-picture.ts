import { SCREENSHOT_WAIT_MS } from '@overlook/shared/config';
import type { Stage } from '../../engine/index.ts';
import type { PlacePicture } from '../../features/viewer/places/place-view.ts';

/** How long a picture waits for a view that is still being refined, milliseconds. */
const SETTLED_WITHIN_MS = 15_000;

interface ShownView {
  readonly stage: Pick<Stage, 'refined' | 'on'>;
  /** Another text for each other view. */
  name(): string | null;
  /** What is shown now; null for nothing. */
  picture(): Promise<Blob | null>;
}

/**
 * A picture of the view that is shown at the call, a moment later, when it has settled and is refined; one that does not settle
 * is taken as it is. When a person moves on before that, it is the picture from the call. Null where nothing is shown.
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
