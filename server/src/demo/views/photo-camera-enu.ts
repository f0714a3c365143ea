import {
  type Lla,
  type PhotoCamera,
  llaFromEcef,
  enuFrame,
  photoCameraEcef,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import type { PlantPhoto } from '../plant/types.ts';

type Pose = Pick<PlantPhoto, 'position' | 'angles' | 'lens'>;

/** Where a photo was taken, on the ellipsoid. */
export const photoPlace = (origin: Lla, { position }: Pick<Pose, 'position'>): Lla =>
  llaFromEcef(transformPoint(enuFrame(origin).ecefFromEnu, position));

/** The camera of a photo in the site frame, ENU metres. */
export function photoCameraEnu(origin: Lla, photo: Pose): PhotoCamera {
  const { enuFromEcef } = enuFrame(origin);
  const camera = photoCameraEcef(photoPlace(origin, photo), photo.angles, photo.lens);
  return {
    ...camera,
    position: photo.position,
    direction: transformDirection(enuFromEcef, camera.direction),
    up: transformDirection(enuFromEcef, camera.up),
  };
}
