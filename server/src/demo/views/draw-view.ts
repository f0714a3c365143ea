import sharp from 'sharp';
import type { PhotoCamera } from '@overlook/shared/maths';
import { cellOf, facingOf, sideAt, sidesOf } from './facing.ts';
import { PixelColour } from './pixel-colour.ts';
import { lookFrom, type ViewScene } from './view-scene.ts';
import type { VisibleTriangles } from './visible-triangles.ts';

/** Rays each way within a pixel; ray i is in column i & 1 and row i >> 1. */
const FINER = 2;
const RAYS = FINER * FINER;
/** What no surface is called. */
const SKY = -2;

const out = new Float64Array(3);

/** Triangles that the rays of a pixel meet, and tangents of the rays. */
interface Rays {
  readonly triangles: Int32Array;
  readonly surfaces: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

const newRays = (): Rays => ({
  triangles: new Int32Array(RAYS),
  surfaces: new Float64Array(RAYS),
  x: new Float64Array(RAYS),
  y: new Float64Array(RAYS),
});

/**
 * Adds the colour of a pixel to `out`: each surface that its rays meet is evaluated once, weighted by its share of the rays. `x`, `y` are
 * tangents of its middle.
 */
function addColour(colour: PixelColour, seen: VisibleTriangles, rays: Rays, x: number, y: number): void {
  const { triangles, surfaces } = rays;
  for (let i = 0; i < RAYS; i++) surfaces[i] = triangles[i]! < 0 ? SKY : seen.surfaceOf(triangles[i]!);
  const first = surfaces[0]!;
  if (surfaces[1] === first && surfaces[2] === first && surfaces[3] === first) {
    colour.add(triangles[0]!, x, y, 1, out);
    return;
  }
  for (let i = 0, done = 0; i < RAYS; i++) {
    if (done & (1 << i)) continue;
    let count = 0;
    let sumX = 0;
    let sumY = 0;
    for (let k = i; k < RAYS; k++) {
      if (surfaces[k] !== surfaces[i]) continue;
      done |= 1 << k;
      count++;
      sumX += rays.x[k]!;
      sumY += rays.y[k]!;
    }
    colour.add(triangles[i]!, sumX / count, sumY / count, count / RAYS, out);
  }
}

/** Writes `out` as bytes and clears it for the next pixel. */
function write(pixels: Uint8Array, pixel: number): void {
  for (let i = 0; i < 3; i++) {
    pixels[3 * pixel + i] = Math.round(255 * Math.min(1, Math.max(0, out[i]!)));
    out[i] = 0;
  }
}

function drawFlat(scene: ViewScene, camera: PhotoCamera): Buffer {
  const { widthPx, heightPx } = camera.lens;
  const facing = facingOf(camera, FINER);
  const seen = lookFrom(scene, facing);
  const { columns, rows, focal } = facing;
  const colour = new PixelColour(scene, seen, focal / FINER);
  const pixels = Buffer.alloc(widthPx * heightPx * 3);
  const rays = newRays();
  for (let row = 0; row < heightPx; row++)
    for (let column = 0; column < widthPx; column++) {
      for (let i = 0; i < RAYS; i++) {
        const cellX = column * FINER + (i & 1);
        const cellY = row * FINER + (i >> 1);
        rays.triangles[i] = seen.cells[cellY * columns + cellX]!;
        rays.x[i] = (cellX + 0.5 - columns / 2) / focal;
        rays.y[i] = (rows / 2 - cellY - 0.5) / focal;
      }
      addColour(
        colour,
        seen,
        rays,
        ((column + 0.5) * FINER - columns / 2) / focal,
        (rows / 2 - (row + 0.5) * FINER) / focal,
      );
      write(pixels, row * widthPx + column);
    }
  return pixels;
}

/**
 * Alternating sines and cosines of the horizontal angle of each ray along a row, or of its elevation along a column.
 */
function wave(count: number, angleOf: (share: number) => number): Float64Array {
  const waves = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    const angle = angleOf((i + 0.5) / count);
    waves[2 * i] = Math.sin(angle);
    waves[2 * i + 1] = Math.cos(angle);
  }
  return waves;
}

/** Writes the tangents, right and up of a side, of the ray with these parts along the camera's axes. */
function onSide(side: number, right: number, up: number, ahead: number, to: Float64Array): void {
  if (side < 2) {
    to[0] = right / ahead;
    to[1] = up / Math.abs(ahead);
  } else if (side < 4) {
    to[0] = -ahead / right;
    to[1] = up / Math.abs(right);
  } else {
    to[0] = right / Math.abs(up);
    to[1] = -ahead / up;
  }
}

function drawSphere(scene: ViewScene, camera: PhotoCamera): Buffer {
  const { widthPx, heightPx } = camera.lens;
  const pixels = Buffer.alloc(widthPx * heightPx * 3);
  const turnAt = (share: number) => (share - 0.5) * 2 * Math.PI;
  const riseAt = (share: number) => (0.5 - share) * Math.PI;
  const [turns, rises] = [wave(widthPx * FINER, turnAt), wave(heightPx * FINER, riseAt)];
  const [middleTurns, middleRises] = [wave(widthPx, turnAt), wave(heightPx, riseAt)];
  const tangents = new Float64Array(2);
  const rays = newRays();
  const sides = sidesOfPixels(widthPx, heightPx, middleTurns, middleRises);
  // One side after another, because the rays of all sides need much memory.
  for (const [side, facing] of sidesOf(camera, FINER).entries()) {
    const seen = lookFrom(scene, facing);
    const colour = new PixelColour(scene, seen, widthPx / (2 * Math.PI));
    for (let row = 0; row < heightPx; row++)
      for (let column = 0; column < widthPx; column++) {
        if (sides[row * widthPx + column] !== side) continue;
        const cosRise = middleRises[2 * row + 1]!;
        const sinRise = middleRises[2 * row]!;
        const right = middleTurns[2 * column]! * cosRise;
        const ahead = middleTurns[2 * column + 1]! * cosRise;
        for (let i = 0; i < RAYS; i++) {
          const a = 2 * (column * FINER + (i & 1));
          const b = 2 * (row * FINER + (i >> 1));
          onSide(side, turns[a]! * rises[b + 1]!, rises[b]!, turns[a + 1]! * rises[b + 1]!, tangents);
          rays.x[i] = tangents[0]!;
          rays.y[i] = tangents[1]!;
          rays.triangles[i] = seen.cells[cellOf(facing, tangents[0]!, tangents[1]!)]!;
        }
        onSide(side, right, sinRise, ahead, tangents);
        addColour(colour, seen, rays, tangents[0]!, tangents[1]!);
        write(pixels, row * widthPx + column);
      }
  }
  return pixels;
}

/** The side of the cube round a sphere that each pixel's middle lies on, row by row; the waves are those of `wave`. */
function sidesOfPixels(widthPx: number, heightPx: number, turns: Float64Array, rises: Float64Array): Uint8Array {
  const sides = new Uint8Array(widthPx * heightPx);
  for (let row = 0, pixel = 0; row < heightPx; row++) {
    const [sinRise, cosRise] = [rises[2 * row]!, rises[2 * row + 1]!];
    for (let column = 0; column < widthPx; column++, pixel++)
      sides[pixel] = sideAt(turns[2 * column]! * cosRise, sinRise, turns[2 * column + 1]! * cosRise);
  }
  return sides;
}

/** Display red, green and blue of each pixel of a photo, row by row. The camera is in the site frame, ENU metres. */
export const drawPixels = (scene: ViewScene, camera: PhotoCamera): Buffer =>
  camera.lens.projection === 'perspective' ? drawFlat(scene, camera) : drawSphere(scene, camera);

/**
 * A picture of a lit site as a camera sees it (site ENU metres), as JPEG, without WebGL: visible surfaces by depth buffer,
 * textures and baked light as the textured layer has them. `share` is that of a side that is drawn; the picture is enlarged
 * to the size of the lens. The same bytes on every run.
 */
export async function drawView(scene: ViewScene, camera: PhotoCamera, share = 1): Promise<Buffer> {
  const { widthPx, heightPx } = camera.lens;
  const [width, height] = [widthPx, heightPx].map((px) => Math.ceil(px * share)) as [number, number];
  const pixels = drawPixels(scene, { ...camera, lens: { ...camera.lens, widthPx: width, heightPx: height } });
  const drawn = sharp(pixels, { raw: { width, height, channels: 3 } });
  return (share === 1 ? drawn : drawn.resize(widthPx, heightPx, { fit: 'fill' })).jpeg({ quality: 86 }).toBuffer();
}
