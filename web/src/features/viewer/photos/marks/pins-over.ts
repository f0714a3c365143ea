import type { PhotoFrame } from '../photo-frame.ts';

type PinsAt = (x: number, y: number) => readonly string[];

/** The current overlay of each view of a photo. */
const drawn = new WeakMap<PhotoFrame, PinsAt>();

/** Registers the pins of a view of a photo; returns a function that removes them. */
export function pinsShown(frame: PhotoFrame, pinsAt: PinsAt): () => void {
  drawn.set(frame, pinsAt);
  return () => {
    if (drawn.get(frame) === pinsAt) drawn.delete(frame);
  };
}

/** Ids of the pins at a place of the view of a photo, the foremost first. */
export const pinsOver = (frame: PhotoFrame, x: number, y: number): readonly string[] => drawn.get(frame)?.(x, y) ?? [];
