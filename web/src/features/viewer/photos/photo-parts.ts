import type { PhotoParts } from './photo-frame.ts';

/** What the viewer of photos has beside the flat picture. */
export const PHOTO_PARTS: PhotoParts = { Panorama: null, Overlay: null, Tools: null, onPress: null };
