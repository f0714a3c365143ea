import { type Picture, pictureSize, unpackPicture } from '../formats/pictures.ts';
import { MeshPaint } from './mesh-paint.ts';
import type { PlanCanvas, PlanCorner } from './plan-canvas.ts';
import { type PlanFrame, cornerAt, metresPerCanvasPixel, onMap } from './plan-frame.ts';
import type { MeshSurface, PointSurface, Surface, SurfaceTexture } from './surfaces.ts';

/**
 * Draws a surface onto the canvas of the frame. A surface without light in its colours is lit from the north-west, as on
 * maps.
 */
export async function drawSurface(canvas: PlanCanvas, surface: Surface, frame: PlanFrame): Promise<void> {
  const places = onMap(surface.positions, surface.toEcef);
  if (surface.kind === 'points') drawPoints(canvas, surface, places, frame);
  else await drawMesh(canvas, surface, places, frame);
}

/**
 * Points are drawn this much wider than their mean distance, so that their surface has no holes; and at most this many
 * pixels wide.
 */
const DOT_OVERLAP = 1.4;
const WIDEST_DOT = 8;

function drawPoints(canvas: PlanCanvas, { colours }: PointSurface, places: Float64Array, frame: PlanFrame): void {
  const side = dotSide(places, frame);
  const at = newCorner();
  for (let i = 0; i < places.length / 3; i++) {
    cornerAt(places, i, frame, at);
    if (!Number.isFinite(at.x + at.y + at.height)) continue;
    canvas.dot(at, side, colours[3 * i]!, colours[3 * i + 1]!, colours[3 * i + 2]!);
  }
}

/** From the area over which the points lie. */
function dotSide(places: Float64Array, { zoom }: PlanFrame): number {
  let [west, east, north, south] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < places.length; i += 3) {
    west = Math.min(west, places[i]!);
    east = Math.max(east, places[i]!);
    north = Math.min(north, places[i + 1]!);
    south = Math.max(south, places[i + 1]!);
  }
  const apart = Math.sqrt(((east - west) * (south - north) * 3) / places.length) * 2 ** zoom;
  return Math.min(WIDEST_DOT, Math.max(2, Math.ceil(apart * DOT_OVERLAP) || 1));
}

async function drawMesh(
  canvas: PlanCanvas,
  surface: MeshSurface,
  places: Float64Array,
  frame: PlanFrame,
): Promise<void> {
  const picture = surface.texture && (await fittingPicture(surface, surface.texture, places, frame));
  const paint = new MeshPaint(surface, picture);
  const isLit = !picture && !surface.isUnlit;
  const [a, b, c] = [newCorner(), newCorner(), newCorner()];
  const pixelMetres = metresPerCanvasPixel(frame);
  const { corners } = surface;
  for (let i = 0; i + 2 < corners.length; i += 3) {
    cornerAt(places, corners[i]!, frame, a);
    cornerAt(places, corners[i + 1]!, frame, b);
    cornerAt(places, corners[i + 2]!, frame, c);
    paint.begin(corners[i]!, corners[i + 1]!, corners[i + 2]!, isLit ? reliefOf(a, b, c, pixelMetres) : 1);
    canvas.triangle(a, b, c, paint);
  }
}

const newCorner = (): PlanCorner => ({ x: 0, y: 0, height: 0 });

/** Towards the light: north-west, 45° up. */
const LIGHT = { east: -0.5, north: 0.5, up: Math.SQRT1_2 };
const AMBIENT = 0.55;

/** The brightness of a triangle by its slope: 1 where it is level. */
function reliefOf(a: PlanCorner, b: PlanCorner, c: PlanCorner, pixelMetres: number): number {
  const [ux, uy, uz] = [(b.x - a.x) * pixelMetres, (a.y - b.y) * pixelMetres, b.height - a.height];
  const [vx, vy, vz] = [(c.x - a.x) * pixelMetres, (a.y - c.y) * pixelMetres, c.height - a.height];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  // Seen from above it faces up, whichever way it is wound.
  const length = Math.hypot(nx, ny, nz) * (nz < 0 ? -1 : 1) || 1;
  const lambert = Math.max(0, (nx * LIGHT.east + ny * LIGHT.north + nz * LIGHT.up) / length);
  return AMBIENT + ((1 - AMBIENT) * lambert) / LIGHT.up;
}

/** The picture, no larger than the map shows it; the areas of its triangles on both give the scale. */
async function fittingPicture(
  { corners }: MeshSurface,
  { image, texcoords }: SurfaceTexture,
  places: Float64Array,
  { zoom }: PlanFrame,
): Promise<Picture | null> {
  const size = await pictureSize(image);
  if (!size) return null;
  let [onCanvas, onPicture] = [0, 0];
  for (let i = 0; i + 2 < corners.length; i += 3) {
    const [p, q, r] = [corners[i]!, corners[i + 1]!, corners[i + 2]!];
    onCanvas += areaOf(places, 3, p, q, r);
    onPicture += areaOf(texcoords, 2, p, q, r);
  }
  const texels = onPicture * size.width * size.height;
  return unpackPicture(image, texels > 0 ? Math.sqrt((onCanvas * 4 ** zoom) / texels) : 1);
}

function areaOf(points: ArrayLike<number>, stride: number, p: number, q: number, r: number): number {
  const [x, y] = [points[p * stride]!, points[p * stride + 1]!];
  const area =
    (points[q * stride]! - x) * (points[r * stride + 1]! - y) -
    (points[q * stride + 1]! - y) * (points[r * stride]! - x);
  return Math.abs(area) || 0;
}
