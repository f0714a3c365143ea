import { useState } from 'react';
import { preferences, setPreference } from '../state/preferences.ts';
import { drawSoft, SoftPicture } from '../ui/soft-picture.tsx';

/** Of the picture, so that nothing in it can be taken for the model. */
const LOOK = { brightness: 0.38, saturation: 0.35 } as const;

interface OpeningGroundProps {
  /** Null until the picture is there. */
  url: string | null;
  /** The site whose picture it is; null while that is not known. */
  siteId: number | null;
  className?: string | undefined;
}

/**
 * A picture as the ground of a page while a model opens. It is kept until its person signs out, so that the next opening,
 * and the page before its code has loaded, begin with it.
 */
export function OpeningGround({ url, siteId, className }: OpeningGroundProps) {
  const [kept] = useState(preferences.openingGround);
  const isOfOther = kept?.siteId != null && siteId !== null && kept.siteId !== siteId;
  return (
    <>
      {kept && !isOfOther && <img src={kept.image} alt="" className={className} />}
      {url && (
        <SoftPicture url={url} {...LOOK} className={className} onDrawn={(canvas) => keepGround(canvas, siteId)} />
      )}
    </>
  );
}

/** Keeps a picture of no site as the ground of the first opening, if there is none of an earlier one. */
export function keepFirstGround(image: HTMLImageElement): void {
  if (preferences.openingGround !== null) return;
  const canvas = document.createElement('canvas');
  drawSoft(canvas, image, LOOK);
  keepGround(canvas, null);
}

function keepGround(canvas: HTMLCanvasElement, siteId: number | null): void {
  setPreference('openingGround', { siteId, image: canvas.toDataURL('image/jpeg', 0.6) });
}
