import { type PhotoPixel, type Vec3, photoRayOf } from '@overlook/shared/maths';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import type { PickResult, RayEcef, ToolHit } from '../../../../engine/index.ts';
import { openMoc } from '../../../../state/mocs.ts';
import { showPhotoPoint } from '../../../../state/photo-marks.ts';
import { photos } from '../../../../state/photos.ts';
import { stageTools } from '../../../../state/tools.ts';
import type { PhotoFrame, ViewPoint } from '../photo-frame.ts';
import { photoSurroundings } from '../photo-surroundings.ts';
import { pinsOver } from './pins-over.ts';
import { photoCamera } from './photo-camera-of.ts';

/** Along which a pixel of a photo looks; null where the photo does not say which way it looked. */
export function rayOfPixel(photo: NearbyPhoto, pixel: PhotoPixel): RayEcef | null {
  const camera = photoCamera(photo);
  return camera && { origin: camera.position, direction: photoRayOf(camera, pixel) };
}

/** The likely error of a point that was found through a photo, metres; null where that of the photo is not stated. */
export function errorThrough({ photo }: Pick<NearbyPhoto, 'photo'>, { errorMetres }: PickResult): number | null {
  if (!photo.isPoseMeasured || photo.accuracyM === null) return null;
  return Math.hypot(photo.accuracyM, errorMetres);
}

const hitOf = (pick: PickResult, ray: RayEcef, errorMetres: number | null): ToolHit | null =>
  pick.layer === null
    ? null
    : {
        pointEcef: pick.pointEcef,
        modeltypeId: pick.layer,
        featureId: pick.featureId,
        errorMetres: errorMetres ?? pick.errorMetres,
        ray,
      };

/**
 * A click in a photo: on a pin it selects that change; else what the photo shows there is found on the model, and goes to
 * the tool that has the clicks, or is marked.
 */
export function pressPhoto(frame: PhotoFrame, { x, y }: ViewPoint): void {
  const [mocId] = pinsOver(frame, x, y);
  if (mocId !== undefined) return openMoc(Number(mocId));
  const pixel = frame.toPixel(x, y);
  const stage = photoSurroundings()?.activeStage();
  const ray = pixel && rayOfPixel(frame.photo, pixel);
  const pick = ray && stage?.pickRay(ray);
  if (!ray || !pick) return markOnModel(null);
  const errorMetres = errorThrough(frame.photo, pick);
  const hit = hitOf(pick, ray, errorMetres);
  const tool = stageTools.override ?? stageTools.active;
  // A search around the point would take the photo away.
  if (tool !== photos.tool) tool?.tap(hit, null, null);
  markOnModel(pick.pointEcef);
  showPhotoPoint({ photoId: frame.photo.id, pointEcef: pick.pointEcef, errorMetres, hit });
}

/** Shows a place on all stages, as the mouse of another screen is shown. */
export function markOnModel(pointEcef: Vec3 | null): void {
  if (!pointEcef) showPhotoPoint(null);
  for (const stage of photoSurroundings()?.stages() ?? []) stage.setSharedCursor(pointEcef);
}
