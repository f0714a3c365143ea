import { type PhotoPixel, type Vec3, photoRayOf } from '@overlook/shared/maths';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import type { PickResult, RayEcef, Stage, ToolHit } from '@overlook/engine';
import { openMoc } from '../../../../state/mocs.ts';
import { showPhotoPoint } from '../../../../state/photo-marks.ts';
import { photos } from '../../../../state/photos.ts';
import { stageTools } from '../../../../state/tools.ts';
import type { PhotoFrame, ViewPoint } from '../photo-frame.ts';
import { pinsOver } from './pins-over.ts';
import { photoCamera } from './photo-camera-of.ts';
import { errorThrough } from './pose-error.ts';
import { activeScreen, openStages } from '../../../../state/screens.ts';

/** The ray of a photo's pixel; null where the photo has no direction. */
function rayOfPixel(photo: NearbyPhoto, pixel: PhotoPixel): RayEcef | null {
  const camera = photoCamera(photo);
  return camera && { origin: camera.position, direction: photoRayOf(camera, pixel) };
}

const hitOf = ({ pointEcef, layer, featureId, errorMetres }: PickResult, ray: RayEcef): ToolHit | null =>
  layer === null ? null : { pointEcef, modeltypeId: layer, featureId, errorMetres, ray };

/**
 * A click in a photo: on a pin it selects that change; else the shown point is found on the model, and passed to the
 * tool that gets the clicks, or marked.
 */
export function pressPhoto(frame: PhotoFrame, { x, y }: ViewPoint): void {
  const [mocId] = pinsOver(frame, x, y);
  if (mocId !== undefined) return openMoc(Number(mocId));
  const pixel = frame.toPixel(x, y);
  const stage = activeScreen().stage;
  const ray = pixel && rayOfPixel(frame.photo, pixel);
  if (!stage || !ray) return markOnModel(null);
  stage.pickRaySoon(ray, (pick) => markFound(frame, stage, ray, pick));
}

function markFound(frame: PhotoFrame, stage: Stage, ray: RayEcef, pick: PickResult | null): void {
  if (!pick) return markOnModel(null);
  const hit = hitOf(pick, ray);
  const tool = stageTools.override ?? stageTools.active;
  // A search around the point would take the photo away.
  if (tool !== photos.tool) tool?.tap(hit && throughPhoto(frame.photo, hit), null, null);
  markOnModel(pick.pointEcef);
  showFoundPoint(frame.photo, pick, hit);
  // Outside the view only coarse tiles may be loaded.
  if (hit)
    endFollowing = stage.followPoint(hit, (finer) => {
      setSharedCursors(finer.pointEcef);
      showFoundPoint(frame.photo, finer, finer);
    });
}

/** With the error of the photo in it. */
const throughPhoto = (photo: NearbyPhoto, hit: ToolHit): ToolHit => ({
  ...hit,
  errorMetres: errorThrough(photo, hit) ?? hit.errorMetres,
});

function showFoundPoint(
  photo: NearbyPhoto,
  found: Pick<PickResult, 'pointEcef' | 'errorMetres'>,
  hit: ToolHit | null,
): void {
  const errorMetres = errorThrough(photo, found);
  showPhotoPoint({
    photoId: photo.id,
    pointEcef: found.pointEcef,
    errorMetres,
    hit: hit && throughPhoto(photo, hit),
  });
}

/** Of the point that was found last. */
let endFollowing: (() => void) | null = null;

/** Shows a place on all stages, as the mouse of another screen is shown. */
export function markOnModel(pointEcef: Vec3 | null): void {
  endFollowing?.();
  endFollowing = null;
  if (!pointEcef) showPhotoPoint(null);
  setSharedCursors(pointEcef);
}

function setSharedCursors(pointEcef: Vec3 | null): void {
  for (const { stage } of openStages()) stage.setSharedCursor(pointEcef);
}
