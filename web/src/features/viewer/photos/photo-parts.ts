import type { PhotoParts } from './photo-frame.ts';
import { PhotoOverlay } from './marks/photo-overlay.tsx';
import { pressPhoto } from './marks/photo-press.ts';
import { PhotoTools } from './marks/photo-tools.tsx';
import { PanoramaPhoto } from './panorama/panorama-photo.tsx';

/** What the viewer of photos has beside the flat picture. */
export const PHOTO_PARTS: PhotoParts = {
  Panorama: PanoramaPhoto,
  Overlay: PhotoOverlay,
  Tools: PhotoTools,
  onPress: pressPhoto,
};
