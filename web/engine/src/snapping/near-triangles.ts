/**
 * The triangles of drawn surfaces around a pointer: those that the cone of some pixels around its ray may meet, from the view's
 * beginning to a distance. Nothing is built beforehand: the bounds of the picks' runs leave out nearly everything.
 */
import {
  type Mat4,
  type Vec3,
  invertAffine,
  multiply,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import type { EnuSection } from '../geometry/half-spaces.ts';
import type { Geometries } from '../picking/geometry-cache.ts';
import { metricFrame } from '../picking/metric-frame.ts';
import { type PickGeometry, RUN } from '../picking/pick-geometry.ts';
import { featureOf, instanceMatrix } from '../picking/pick-primitive.ts';
import { type ShownPart, errorOf, isDrawnOf } from '../picking/pick-tiles.ts';
import { type Ray, hitsRun } from '../picking/ray.ts';
import type { DrawItem } from '../render/draw-item.ts';
import { isPickable } from '../render/feature-style.ts';
import type { GpuPrimitive } from '../render/gpu-content.ts';
import type { Tile } from '../tiles/tile.ts';
import type { ScreenAround } from './screen-around.ts';

/** More triangles than this around a pointer are too small on the screen to mean one of them. */
const TRIANGLES_MOST = 1024;

const TRIANGLES = 4;

/** What is drawn on the side of a screen where the pointer is. */
export interface DrawnSide {
  readonly items: readonly DrawItem<Tile>[];
  readonly shown: ShownPart;
  readonly geometries: Geometries;
}

/** A mesh where it is placed; its features have creases only if it is not a photographed surface. */
export interface MeshPart {
  readonly geometry: PickGeometry;
  readonly matrixEnu: Mat4;
  /** Of an instance; null where vertices have ids. */
  readonly instanceFeature: number | null;
  readonly isCulled: boolean;
  readonly hasCreases: boolean;
  /** Likely error of its surface, metres. */
  readonly errorMetres: number;
  /** Whether a place of it (ENU metres) is drawn; null where all of it is. */
  readonly isDrawn: ((pointEnu: Vec3) => boolean) | null;
  /** The same without the section. */
  readonly isInTile: ((pointEnu: Vec3) => boolean) | null;
  /** The section that cuts it; null for none. */
  readonly section: EnuSection | null;
}

/** Feature of a vertex of a part; null without one. */
export const featureAt = ({ geometry, instanceFeature }: MeshPart, vertex: number): number | null =>
  featureOf(instanceFeature ?? geometry.featureIds?.[vertex]);

/** The result of {@link NearTriangles.gather}, reused: flat arrays that make no garbage while the pointer moves. */
export class NearTriangles {
  count = 0;
  /** Corners, ENU metres: nine numbers a triangle. */
  readonly corners = new Float64Array(9 * TRIANGLES_MOST);
  /** The same corners on the screen (screen-around.ts). */
  readonly screen = new Float64Array(9 * TRIANGLES_MOST);
  /** The three vertices of each triangle in its part. */
  readonly vertices = new Uint32Array(3 * TRIANGLES_MOST);
  readonly partOf = new Uint32Array(TRIANGLES_MOST);
  /** The number of each triangle in its part. */
  readonly numbers = new Uint32Array(TRIANGLES_MOST);
  /** Triangles of one object have the same number. */
  readonly objectOf = new Float64Array(TRIANGLES_MOST);
  parts: MeshPart[] = [];

  /**
   * Takes what lies within `radiusPx` of the pointer and within `toM` along its ray. False, with a part of it, where that is more
   * than {@link TRIANGLES_MOST}.
   */
  gather(side: DrawnSide, around: ScreenAround, radiusPx: number, toM: number): boolean {
    this.count = 0;
    this.parts = [];
    const slope = around.slopeOf(radiusPx);
    let contents = 0;
    for (const item of side.items) {
      const { volume, gpu } = item.tile;
      if (!meetsBall(around, slope, toM, [volume.cx, volume.cy, volume.cz], volume.radius)) continue;
      for (const content of gpu) {
        contents += 1;
        for (const primitive of content.primitives) {
          if (primitive.mode !== TRIANGLES) continue;
          const geometry = side.geometries.get(primitive);
          if (!geometry) continue;
          const placed = { item, content: content.hasLayerIds ? 0 : contents, geometry, primitive, side };
          if (!this.addPlaced(placed, around, { radiusPx, slope, toM })) return false;
        }
      }
    }
    return true;
  }

  private addPlaced(placed: PlacedPrimitive, around: ScreenAround, reach: Reach): boolean {
    const { primitive } = placed;
    if (!primitive.instances) return this.addPart(placed, primitive.matrixEnu, null, around, reach);
    for (let i = 0; i < primitive.instanceCount; i++) {
      const matrix = multiply(primitive.matrixEnu, instanceMatrix(primitive.instances, i));
      const feature = primitive.instanceFeatureIds?.[i] ?? null;
      if (!this.addPart(placed, matrix, feature, around, reach)) return false;
    }
    return true;
  }

  private addPart(
    { item, content, geometry, primitive, side }: PlacedPrimitive,
    matrixEnu: Mat4,
    instanceFeature: number | null,
    around: ScreenAround,
    { radiusPx, slope, toM }: Reach,
  ): boolean {
    const { middle, half } = boundsOf(geometry);
    const { stretch, matrixEnu: metric } = metricFrame(matrixEnu);
    const radius = Math.hypot(half[0] * stretch[0], half[1] * stretch[1], half[2] * stretch[2]);
    if (!meetsBall(around, slope, toM, transformPoint(matrixEnu, middle), radius)) return true;
    const { section, styles, withBacks = section !== null } = side.shown;
    const part: MeshPart = {
      geometry,
      matrixEnu,
      instanceFeature,
      isCulled: primitive.culled && !withBacks,
      hasCreases: !primitive.texture,
      errorMetres: errorOf(item.tile),
      isDrawn: isDrawnOf(item, section),
      isInTile: isDrawnOf(item, null),
      section: item.isCut ? section : null,
    };
    const ray = metricRay(metric, around);
    const { runs, indices, positions } = geometry;
    const partIndex = this.parts.push(part) - 1;
    const count = (indices ? indices.length : positions.length / 3) / 3;
    const stretched = new Float32Array(6);
    for (let run = 0; run < runs.length / 6; run++) {
      for (let k = 0; k < 6; k++) stretched[k] = runs[6 * run + k]! * stretch[k % 3]!;
      if (!hitsRun(stretched, 0, ray, toM, slope)) continue;
      for (let triangle = RUN * run; triangle < Math.min(count, RUN * (run + 1)); triangle++) {
        if (this.count === TRIANGLES_MOST) return false;
        if (!this.write(part, triangle, around, radiusPx)) continue;
        const feature = featureAt(part, this.vertices[3 * this.count]!);
        if (styles && !isPickable(styles, feature)) continue;
        this.partOf[this.count] = partIndex;
        this.numbers[this.count] = triangle;
        this.objectOf[this.count] = feature === null ? -1 - partIndex : content * 2 ** 32 + feature;
        this.count += 1;
      }
    }
    return true;
  }

  /** Writes a triangle behind the last one. False if it is not within the radius on the screen. */
  private write(
    { geometry, matrixEnu: m }: MeshPart,
    triangle: number,
    around: ScreenAround,
    radiusPx: number,
  ): boolean {
    const { corners, screen, vertices, count } = this;
    const { positions, indices } = geometry;
    for (let k = 0; k < 3; k++) {
      const vertex = indices ? indices[3 * triangle + k]! : 3 * triangle + k;
      const [x, y, z] = [positions[3 * vertex]!, positions[3 * vertex + 1]!, positions[3 * vertex + 2]!];
      const at = 9 * count + 3 * k;
      vertices[3 * count + k] = vertex;
      corners[at] = m[0] * x + m[4] * y + m[8] * z + m[12];
      corners[at + 1] = m[1] * x + m[5] * y + m[9] * z + m[13];
      corners[at + 2] = m[2] * x + m[6] * y + m[10] * z + m[14];
      around.write(corners[at]!, corners[at + 1]!, corners[at + 2]!, screen, at);
    }
    return isWithin(screen, 9 * count, around.camera.near, radiusPx);
  }

  /** A corner of a triangle (0 to 2), ENU metres. */
  cornerOf(triangle: number, corner: number): Vec3 {
    const at = 9 * triangle + 3 * corner;
    return [this.corners[at]!, this.corners[at + 1]!, this.corners[at + 2]!];
  }
}

interface PlacedPrimitive {
  readonly item: DrawItem<Tile>;
  /** 0 where ids of features are those of the layer, else a number of the content whose ids they are. */
  readonly content: number;
  readonly geometry: PickGeometry;
  readonly primitive: GpuPrimitive;
  readonly side: DrawnSide;
}

interface Reach {
  readonly radiusPx: number;
  readonly slope: number;
  readonly toM: number;
}

/** Whether the box around a triangle on the screen comes within the radius. One that crosses the near plane may. */
function isWithin(screen: Float64Array, at: number, near: number, radiusPx: number): boolean {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  let isBeyond = 0;
  for (let k = at; k < at + 9; k += 3) {
    const w = screen[k + 2]!;
    if (w < near) continue;
    isBeyond += 1;
    const [x, y] = [screen[k]! / w, screen[k + 1]! / w];
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  if (isBeyond < 3) return isBeyond > 0;
  return left <= radiusPx && right >= -radiusPx && top <= radiusPx && bottom >= -radiusPx;
}

/** Whether a ball (ENU metres) may meet the cone around the ray before `toM`. */
function meetsBall(around: ScreenAround, slope: number, toM: number, centre: Vec3, radius: number): boolean {
  const { originEnu: o, directionEnu: d } = around.ray;
  const [x, y, z] = [centre[0] - o[0], centre[1] - o[1], centre[2] - o[2]];
  const along = x * d[0] + y * d[1] + z * d[2];
  if (along + radius < 0 || along - radius > toM) return false;
  const besideM = Math.hypot(x - along * d[0], y - along * d[1], z - along * d[2]);
  return besideM <= radius + slope * (along + radius);
}

const bounds = new WeakMap<PickGeometry, { middle: Vec3; half: Vec3 }>();

/** Middle and half size of all positions, in the local frame. */
function boundsOf(geometry: PickGeometry): { middle: Vec3; half: Vec3 } {
  const known = bounds.get(geometry);
  if (known) return known;
  const { runs } = geometry;
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < runs.length; i++) {
    const k = i % 6;
    box[k] = k < 3 ? Math.min(box[k]!, runs[i]!) : Math.max(box[k]!, runs[i]!);
  }
  const of = (sign: number): Vec3 => [
    (box[3]! + sign * box[0]!) / 2,
    (box[4]! + sign * box[1]!) / 2,
    (box[5]! + sign * box[2]!) / 2,
  ];
  const found = { middle: of(1), half: of(-1) };
  bounds.set(geometry, found);
  return found;
}

/** The ray of the pointer in a frame of metres: `t` counts metres there too. */
function metricRay(metric: Mat4, { ray }: ScreenAround): Ray {
  const inverse = invertAffine(metric);
  const o = transformPoint(inverse, ray.originEnu);
  const d = transformDirection(inverse, ray.directionEnu);
  return { ox: o[0], oy: o[1], oz: o[2], dx: d[0], dy: d[1], dz: d[2] };
}
