import type { PhotoParts } from './photo-frame.ts';
import { PhotoOverlay } from './marks/photo-overlay.tsx';
import { pressPhoto } from './marks/photo-press.ts';
import { PhotoTools } from './marks/photo-tools.tsx';
import { PanoramaPhoto } from './panorama/panorama-photo.tsx';

/** The parts of the viewer of photos besides the flat picture. */
export const PHOTO_PARTS: PhotoParts = {
  Panorama: PanoramaPhoto,
  Overlay: PhotoOverlay,
  Tools: PhotoTools,
  onPress: pressPhoto,
};
