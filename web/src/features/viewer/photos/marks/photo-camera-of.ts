import { type Lla, type PhotoCamera, type PhotoLens, type Vec3, cross, photoCameraEcef } from '@overlook/shared/maths';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import type { PhotoViewCamera } from '@overlook/engine';
import type { PhotoFrame } from '../photo-frame.ts';

/** Degrees and ellipsoidal metres; null where the answer lacks the place. */
export function photoPlace({ pois: [poi] }: Pick<NearbyPhoto, 'pois'>): Lla | null {
  return poi ? { longitude: poi.longitude, latitude: poi.latitude, height: poi.altitude } : null;
}

/** Null for a flat photo whose field of view is not known. */
export function photoLens({ photo }: Pick<NearbyPhoto, 'photo'>): PhotoLens | null {
  const { projection, widthPx, heightPx, hfovDeg, crop } = photo;
  if (projection === 'equirectangular') return { projection, widthPx, heightPx, crop };
  return hfovDeg === null ? null : { projection, widthPx, heightPx, hfovDeg };
}

/** The camera of a photo in ECEF; null where the photo has no position, direction or field of view. */
export function photoCamera(photo: NearbyPhoto): PhotoCamera | null {
  const [place, lens] = [photoPlace(photo), photoLens(photo)];
  return place && lens && photo.photo.angles ? photoCameraEcef(place, photo.photo.angles, lens) : null;
}

/** The view into a panorama provides its own camera. */
export interface PhotoFrameWithCamera extends PhotoFrame {
  /** Null where marks cannot be placed in it. */
  viewCamera(): PhotoViewCamera | null;
}

const hasOwnCamera = (frame: PhotoFrame): frame is PhotoFrameWithCamera => 'viewCamera' in frame;

/** The view of a photo as a camera for marks; null where the photo's own camera is not known. */
export function viewCameraOf(frame: PhotoFrame): PhotoViewCamera | null {
  if (hasOwnCamera(frame)) return frame.viewCamera();
  const camera = photoCamera(frame.photo);
  if (!camera || camera.lens.projection !== 'perspective') return null;
  const { widthPx, heightPx, hfovDeg } = camera.lens;
  const axis = frame.toView({ x: widthPx / 2, y: heightPx / 2 });
  const beside = frame.toView({ x: widthPx / 2 + 1, y: heightPx / 2 });
  if (!axis || !beside) return null;
  // The photo may be turned by quarters: its right is then not that of the view.
  const [dx, dy] = [beside.x - axis.x, beside.y - axis.y];
  const cssPerPixel = Math.hypot(dx, dy);
  const [cosine, sine] = [dx / cssPerPixel, dy / cssPerPixel];
  const right = cross(camera.direction, camera.up);
  const focalPixels = widthPx / 2 / Math.tan((hfovDeg * Math.PI) / 360);
  return {
    positionEcef: camera.position,
    directionEcef: camera.direction,
    upEcef: camera.up.map((up, k) => cosine * up - sine * right[k]!) as Vec3,
    focalPx: focalPixels * cssPerPixel,
    axisPx: [axis.x, axis.y],
    widthPx: frame.sizeCss.width,
    heightPx: frame.sizeCss.height,
  };
}
