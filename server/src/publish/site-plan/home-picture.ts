import sharp from 'sharp';
import { CAMERA } from '@overlook/shared/config';
import { type Pose, enuAxesAt } from '@overlook/shared/maths';
import { drawInView } from './draw-view.ts';
import { PlanCanvas } from './plan-canvas.ts';
import { halfOfCanvas } from './plan-pyramid.ts';
import type { Surface } from './surfaces.ts';
import { addHaze, viewBackground, viewLight } from './view-background.ts';
import { NEAREST_M, ViewProjection } from './view-projection.ts';

/** Pixels; the home view is chosen for this aspect ratio. */
export const HOME_PICTURE_PX = { width: 960, height: 600 } as const;
const WEBP = { quality: 82, effort: 3 } as const;

/** The picture of a home view, as WebP; null where nothing is seen. `isDark`: on the dark ground of objects. */
export async function drawHomePicture(
  surfaces: AsyncIterable<Surface>,
  pose: Pose,
  isDark: boolean,
): Promise<Uint8Array | null> {
  const { width, height } = HOME_PICTURE_PX;
  const projection = new ViewProjection(pose, CAMERA.fovYDeg, 2 * width, 2 * height);
  const upEcef = enuAxesAt(pose.position).up;
  const light = projection.directionInView(viewLight(projection, upEcef));
  const canvas = new PlanCanvas(2 * width, 2 * height, 0, 1 / NEAREST_M, 'fine');
  for await (const surface of surfaces) await drawInView(canvas, surface, projection, light);
  if (!isDark) addHaze(canvas);
  const { rgba } = halfOfCanvas(canvas, 1, 0, 0);
  if (rgba.every((value) => value === 0)) return null;
  const background = viewBackground(projection, upEcef, { width, height, isDark });
  return sharp(background, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(rgba.buffer), raw: { width, height, channels: 4 } }])
    .webp(WEBP)
    .toBuffer();
}
