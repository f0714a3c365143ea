import { subscribe } from 'valtio';
import { CAMERA } from '@overlook/shared/config';
import { distance, type PhotoLens, type Pose, verticalFovDeg, AXES } from '@overlook/shared/maths';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { photoPicture } from '../../../../api/photos.ts';
import type { Stage } from '@overlook/engine';
import { photoMarks, showPhotoLook } from '../../../../state/photo-marks.ts';
import { photos } from '../../../../state/photos.ts';
import { photoCamera } from '../marks/photo-camera-of.ts';
import { activeScreen } from '../../../../state/screens.ts';

/** How much of the photo is seen at first. */
const FIRST_OPACITY = 0.6;
/** The camera has left the photo when it is farther away than this, metres, or has turned by more, as a chord. */
const LEFT_FROM = 1e-3;
/** The base map shows no wider view than this, degrees. */
const WIDEST_DEG = 150;

let end: (() => void) | null = null;

/**
 * Whether the camera can move to the pose of a photo: its position and direction are known, and for a flat photo its
 * field of view.
 */
export const canLookFrom = (photo: NearbyPhoto): boolean => photoCamera(photo) !== null;

/**
 * Flies the active screen to the pose of the photo, with the photo's lens, and shows the photo over the model there.
 */
export function lookFromPhoto(photo: NearbyPhoto): void {
  stopLooking();
  const stage = activeScreen().stage;
  const camera = photoCamera(photo);
  if (!stage || !camera) return;
  const { position, direction, up } = camera;
  const pose = { position, direction, up };
  stage.setPose(pose, { animate: true });
  showPhotoLook({ photoId: photo.id, opacity: FIRST_OPACITY });
  const picture = photoPicture(photo, 'large');
  const follow = () => {
    const { look } = photoMarks;
    if (look?.photoId !== photo.id || photos.selectedId !== photo.id) return stopLooking();
    stage.update({ photoLook: { photoId: String(photo.id), picture, opacity: look.opacity } });
  };
  const undo = [
    takeLens(stage, pose, camera.lens),
    whenThere(stage, pose, { isSphere: camera.lens.projection === 'equirectangular', arrive: follow }),
  ];
  end = () => {
    undo.forEach((step) => step());
    stage.update({ photoLook: null, fovYDeg: CAMERA.fovYDeg });
  };
}

/**
 * Changes the lens of the camera to that of the photo during the flight to its pose, and keeps it. Returns a function
 * that ends this.
 */
function takeLens(stage: Stage, pose: Pose, lens: PhotoLens): () => void {
  // A sphere is looked round in with the usual lens.
  if (lens.projection === 'equirectangular') return () => undefined;
  const wayLeft = ({ position, direction, up }: Pose) =>
    distance(position, pose.position) + distance(direction, pose.direction) + distance(up, pose.up);
  const whole = Math.max(LEFT_FROM, wayLeft(stage.pose()));
  return stage.on('drawn', () => {
    const { width, height } = stage.size();
    // The whole photo is visible, also where the screen is narrower.
    const heightPx = Math.max(lens.heightPx, (lens.widthPx * height) / width);
    const goalDeg = Math.min(WIDEST_DEG, verticalFovDeg({ ...lens, heightPx }));
    const left = wayLeft(stage.pose());
    const share = left < LEFT_FROM ? 0 : Math.min(1, left / whole);
    stage.update({ fovYDeg: goalDeg + (CAMERA.fovYDeg - goalDeg) * share });
  });
}

interface Arrival {
  /** In a sphere the camera may rotate: only a camera that moves elsewhere leaves it. */
  readonly isSphere: boolean;
  arrive(): void;
}

/** Calls `arrive` once the camera has arrived, and ends the look when it leaves. Returns a function that ends this. */
function whenThere(stage: Stage, pose: Pose, { isSphere, arrive }: Arrival): () => void {
  let unfollow: (() => void)[] = [];
  let hasArrived = false;
  const isThere = (now: Pose) =>
    now.orthoHeightM === undefined &&
    (isSphere && hasArrived ? (['position'] as const) : (['position', 'direction', 'up'] as const)).every(
      (part) => Math.hypot(...AXES.map((k) => now[part][k] - pose[part][k])) < LEFT_FROM,
    );
  const check = () => {
    const isHere = isThere(stage.pose());
    if (hasArrived && !isHere) return stopLooking();
    if (hasArrived || !isHere) return;
    hasArrived = true;
    unfollow = [subscribe(photoMarks, arrive), subscribe(photos, arrive)];
    arrive();
  };
  const undo = [stage.on('pose', check), stage.on('rest', () => (isThere(stage.pose()) ? check() : stopLooking()))];
  check();
  return () => [...undo, ...unfollow].forEach((step) => step());
}

/** Removes the photo from the model; the camera does not move. */
export function stopLooking(): void {
  const stop = end;
  end = null;
  stop?.();
  if (photoMarks.look) showPhotoLook(null);
}
