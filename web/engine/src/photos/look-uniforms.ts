import {
  type PhotoCamera,
  type PhotoLens,
  RAD_PER_DEG,
  type Vec3,
  distance,
  dot,
  rightOf,
  scale,
} from '@overlook/shared/maths';

/** Uniforms of a look that depend on the camera of the screen. */
export interface LookingCamera {
  /** Its position in the frame of the photo's camera. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly direction: Vec3;
  readonly up: Vec3;
  /** Column-major. */
  readonly projectionMatrix: readonly number[];
}

/** Largest distance from the photo's camera at which a look is shown, metres: farther away, near objects would be displaced (parallax). */
const LOOK_WITHIN_M = 0.5;

/**
 * View directions at the edges of the screen, in the frame of the photo's camera (right, up, forward), per unit of clip
 * space; and the lens as a share of the picture. Null away from the position of the photo.
 */
export function lookUniforms(photo: PhotoCamera, screen: LookingCamera) {
  if (distance(photo.position, [screen.x, screen.y, screen.z]) > LOOK_WITHIN_M) return null;
  const right = rightOf(photo);
  const inPhoto = (way: Vec3, w: number) => [dot(way, right), dot(way, photo.up), dot(way, photo.direction), w];
  const [x, y] = [1 / screen.projectionMatrix[0]!, 1 / screen.projectionMatrix[5]!];
  const { lens } = photo;
  const isSphere = lens.projection === 'equirectangular';
  return {
    right: inPhoto(scale(rightOf(screen), x), isSphere ? 1 : 0),
    up: inPhoto(scale(screen.up, y), isSphere && lens.crop === null ? 1 : 0),
    ahead: inPhoto(screen.direction, 0),
    lens: lensOf(lens),
  };
}

function lensOf(lens: PhotoLens): number[] {
  const { widthPx, heightPx } = lens;
  if (lens.projection === 'perspective') {
    const x = 0.5 / Math.tan((lens.hfovDeg / 2) * RAD_PER_DEG);
    return [x, (x * widthPx) / heightPx, 0, 0];
  }
  const { crop } = lens;
  if (!crop) return [1, 1, 0, 0];
  const { fullWidthPx, fullHeightPx, leftPx, topPx } = crop;
  return [fullWidthPx / widthPx, fullHeightPx / heightPx, leftPx / widthPx, topPx / heightPx];
}
