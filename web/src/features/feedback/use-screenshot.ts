import { useEffect, useState } from 'react';
import { SCREENSHOT_WAIT_MS } from '@overlook/shared/config';
import { pngPicture } from './png-picture.ts';

/** The picture of a feedback: 'absent' where there is nothing to take one of. */
export type Screenshot =
  | { readonly state: 'waiting' | 'absent' | 'removed' | 'failed' }
  | { readonly state: 'taken'; readonly url: string };

/** Takes a picture of the stage; null where there is no stage, or an empty one. */
export type TakePicture = () => Promise<Blob | null>;

async function taken(take: TakePicture): Promise<Screenshot> {
  try {
    const picture = await take();
    return picture ? { state: 'taken', url: await pngPicture(picture) } : { state: 'absent' };
  } catch (error) {
    console.error(error);
    return { state: 'failed' };
  }
}

/**
 * The picture that goes with a form, taken a moment after it has opened (specification §9 "Screenshot capture"). `kept`
 * is that of an earlier attempt, null when its sender had removed it; without one a new picture is taken.
 */
export function useScreenshot(take: TakePicture, kept?: string | null) {
  const [screenshot, setScreenshot] = useState<Screenshot>(() => {
    if (kept === undefined) return { state: 'waiting' };
    return kept === null ? { state: 'removed' } : { state: 'taken', url: kept };
  });
  const isWaiting = screenshot.state === 'waiting';
  useEffect(() => {
    if (!isWaiting) return undefined;
    let isWanted = true;
    const takeIt = async () => {
      const next = await taken(take);
      if (isWanted) setScreenshot(next);
    };
    const timer = setTimeout(() => void takeIt(), SCREENSHOT_WAIT_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [isWaiting, take]);
  return {
    screenshot,
    remove: () => setScreenshot({ state: 'removed' }),
    takeAgain: () => setScreenshot({ state: 'waiting' }),
  };
}
