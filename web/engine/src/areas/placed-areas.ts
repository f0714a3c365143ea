/** Areas in the frame of a site: their volumes and edges in site ENU metres, doubles. */
import { type EnuFrame, type Vec3, distance, transformDirection, transformPoint } from '@overlook/shared/maths';
import { type AreaPrism, areaPrism } from '@overlook/shared/mocs';
import { areaMesh } from './area-mesh.ts';
import type { StageArea } from './area.ts';

/** A corner that turns by less than this (cosine of the angle between its edges) has no upright edge: it is one of a curve. */
const SMOOTH_COSINE = 0.94;

export interface PlacedArea {
  readonly area: StageArea;
  readonly prism: AreaPrism;
  /** Of the volume: flat xyz, the ring at the bottom and then at the top. */
  readonly positions: Float64Array;
  /** Triangles, anticlockwise as seen from outside. */
  readonly indices: Uint32Array;
  /** Pairs of positions: the ring at the bottom, at the top, and the upright edges. */
  readonly edges: Uint32Array;
  /** A sphere around the volume. */
  readonly middle: Vec3;
  readonly radius: number;
}

/** For one site frame: an area keeps its volume as long as it is the same object. */
export class AreaPlaces {
  private readonly known = new WeakMap<StageArea, PlacedArea>();

  constructor(private readonly frame: EnuFrame) {}

  place(areas: readonly StageArea[]): PlacedArea[] {
    return areas.map((area) => {
      const placed = this.known.get(area) ?? placeArea(area, this.frame);
      this.known.set(area, placed);
      return placed;
    });
  }
}

export function placeArea(area: StageArea, frame: EnuFrame): PlacedArea {
  const points = area.cornersEcef.map(([x, y, z], position) => ({ position, x, y, z }));
  const prism = areaPrism({ points, bottomHeight: area.bottomHeight, topHeight: area.topHeight });
  const { positions: own, indices } = areaMesh(prism.ring, prism.bottom, prism.top, area.isCapped);
  const positions = new Float64Array(own.length);
  for (let i = 0; i < own.length; i += 3) {
    const pointEcef = transformPoint(prism.frame.ecefFromEnu, [own[i]!, own[i + 1]!, own[i + 2]!]);
    positions.set(transformPoint(frame.enuFromEcef, pointEcef), i);
  }
  const middleOwn: Vec3 = [0, 0, (prism.bottom + prism.top) / 2];
  const middle = transformPoint(frame.enuFromEcef, transformPoint(prism.frame.ecefFromEnu, middleOwn));
  let radius = 0;
  for (let i = 0; i < positions.length; i += 3)
    radius = Math.max(radius, distance(middle, [positions[i]!, positions[i + 1]!, positions[i + 2]!]));
  return { area, prism, positions, indices, edges: edgesOf(own), middle, radius };
}

function edgesOf(positions: Float64Array): Uint32Array {
  const count = positions.length / 6;
  const edges: number[] = [];
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    edges.push(i, j, count + i, count + j);
  }
  for (let i = 0; i < count; i++) if (isAngular(positions, i, count)) edges.push(i, count + i);
  return Uint32Array.from(edges);
}

function isAngular(positions: Float64Array, corner: number, count: number): boolean {
  const [before, after] = [(corner + count - 1) % count, (corner + 1) % count];
  const at = (i: number) => [positions[3 * i]!, positions[3 * i + 1]!] as const;
  const [[ax, ay], [x, y], [bx, by]] = [at(before), at(corner), at(after)];
  const [ux, uy, vx, vy] = [x - ax, y - ay, bx - x, by - y];
  return ux * vx + uy * vy < SMOOTH_COSINE * Math.hypot(ux, uy) * Math.hypot(vx, vy);
}

/** A point of the site frame in the frame of an area. */
export const pointInArea = ({ prism }: PlacedArea, frame: EnuFrame, pointEnu: Vec3): Vec3 =>
  transformPoint(prism.frame.enuFromEcef, transformPoint(frame.ecefFromEnu, pointEnu));

/** A direction of the site frame in the frame of an area; a unit vector remains one. */
export const directionInArea = ({ prism }: PlacedArea, frame: EnuFrame, directionEnu: Vec3): Vec3 =>
  transformDirection(prism.frame.enuFromEcef, transformDirection(frame.ecefFromEnu, directionEnu));
