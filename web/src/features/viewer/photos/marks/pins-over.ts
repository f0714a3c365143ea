import type { PhotoFrame } from '../photo-frame.ts';

type PinsAt = (x: number, y: number) => readonly string[];

/** What is drawn over each view of a photo now. */
const drawn = new WeakMap<PhotoFrame, PinsAt>();

/** Says which pins a view of a photo shows, until the function that it returns is called. */
export function pinsShown(frame: PhotoFrame, pinsAt: PinsAt): () => void {
  drawn.set(frame, pinsAt);
  return () => {
    if (drawn.get(frame) === pinsAt) drawn.delete(frame);
  };
}

/** Ids of the pins at a place of the view of a photo, the foremost first. */
export const pinsOver = (frame: PhotoFrame, x: number, y: number): readonly string[] => drawn.get(frame)?.(x, y) ?? [];
