/**
 * A section volume in the form for tests: half-spaces in site ENU metres, doubles.
 *
 * The box gives six of them and each plane one; what lies on the positive side of all is shown. One shape serves the
 * selection (a tile's box against planes, as against the frustum), the shaders (dot products with the camera at the
 * origin) and picking (a point against planes).
 */
import {
  type EnuFrame,
  type ReadonlyVec3,
  type Vec3,
  boxAxes,
  llaFromEcef,
  enuFrame,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import { OrientedBox } from './oriented-box.ts';
import type { HeightRange, SectionBox, SectionVolume } from './section-volume.ts';

/** Free planes beside the box. */
const MAX_FREE_PLANES = 6;
/** Together with the six faces of the box this is the number of half-spaces in the shaders; a range of heights takes two of them. */
export const MAX_SECTION_PLANES = 6 + MAX_FREE_PLANES;

export interface EnuSection {
  /** a, b, c, d of each half-space: shown where a·x + b·y + c·z + d ≥ 0. (a, b, c) is a unit vector. */
  readonly planes: Float64Array;
  readonly box: OrientedBox | null;
}

/**
 * The volume in a site's frame, between two heights where a range is given; null when nothing is cut. Planes beyond the sixth
 * are left out, with a box and a range beyond the fourth. The box is upright at its place: its vertical is that of its own
 * centre, which a kilometre from the site's origin leans by 0.01°.
 */
export function enuSection(
  volume: SectionVolume | null,
  frame: EnuFrame,
  heights: HeightRange | null = null,
): EnuSection | null {
  if (!heights && !volume?.box && !volume?.planes.length) return null;
  const box = volume?.box ? orientedSectionBox(volume.box, frame) : null;
  const planes = [...(box ? facePlanes(box) : []), ...(heights ? levelPlanes(heights) : [])];
  const most = Math.min(MAX_FREE_PLANES, MAX_SECTION_PLANES - planes.length / 4);
  for (const { pointEcef, normalEcef } of volume?.planes.slice(0, most) ?? []) {
    planes.push(
      ...plane(transformDirection(frame.enuFromEcef, normalEcef), transformPoint(frame.enuFromEcef, pointEcef)),
    );
  }
  return { planes: Float64Array.from(planes), box };
}

/** Unit axes of a box in ECEF: to its right (east when it is not turned), ahead (north) and up. */
export function sectionBoxAxes(box: SectionBox): [Vec3, Vec3, Vec3] {
  const { ecefFromEnu } = enuFrame(llaFromEcef(box.centerEcef));
  const [east, north, up] = boxAxes(box);
  return [
    transformDirection(ecefFromEnu, east),
    transformDirection(ecefFromEnu, north),
    transformDirection(ecefFromEnu, up),
  ];
}

/** True when the point (ENU metres) is shown. */
export function isShown({ planes }: EnuSection, x: number, y: number, z: number): boolean {
  for (let i = 0; i < planes.length; i += 4) {
    if (planes[i]! * x + planes[i + 1]! * y + planes[i + 2]! * z + planes[i + 3]! < 0) return false;
  }
  return true;
}

/** The interval of a ray (ENU metres, unit direction) inside the volume; nothing is shown where it is empty. */
export function shownAlong({ planes }: EnuSection, origin: ReadonlyVec3, direction: ReadonlyVec3): [number, number] {
  let enter = -Infinity;
  let leave = Infinity;
  for (let i = 0; i < planes.length; i += 4) {
    const [a, b, c, d] = [planes[i]!, planes[i + 1]!, planes[i + 2]!, planes[i + 3]!];
    const height = a * origin[0] + b * origin[1] + c * origin[2] + d;
    const slope = a * direction[0] + b * direction[1] + c * direction[2];
    if (slope > 0) enter = Math.max(enter, -height / slope);
    else if (slope < 0) leave = Math.min(leave, -height / slope);
    else if (height < 0) return [Infinity, -Infinity];
  }
  return [enter, leave];
}

/**
 * True when a side of the tile's box has all of the section box beyond it. The half-spaces alone let a tile pass that lies
 * beside an edge of a turned section box, crossing two of its planes but not the box itself.
 */
export function isBeside(tile: OrientedBox, section: EnuSection): boolean {
  return section.box !== null && tile.hasBeyondASide(section.box);
}

/**
 * The half-spaces for a shader, as the columns of three 4×4 matrices: the distances of a point p from four planes are
 * vec4(p, 1) × matrix. Points count from `x`, `y`, `z` (the camera), which is subtracted here in double precision, so
 * that float32 has only small numbers. Rows without a plane accept every point.
 */
export function planesAround({ planes }: EnuSection, x: number, y: number, z: number, out: Float32Array): Float32Array {
  for (let i = 0; i < 4 * MAX_SECTION_PLANES; i += 4) {
    const isUsed = i < planes.length;
    const a = isUsed ? planes[i]! : 0;
    const b = isUsed ? planes[i + 1]! : 0;
    const c = isUsed ? planes[i + 2]! : 0;
    out[i] = a;
    out[i + 1] = b;
    out[i + 2] = c;
    out[i + 3] = isUsed ? planes[i + 3]! + a * x + b * y + c * z : 1;
  }
  return out;
}

function orientedSectionBox(box: SectionBox, frame: EnuFrame): OrientedBox {
  const axes = sectionBoxAxes(box).flatMap((axis, i) => {
    const [x, y, z] = transformDirection(frame.enuFromEcef, axis);
    // A side of no length would leave its faces without a normal.
    const half = Math.max(box.size[i]! / 2, 1e-6);
    return [x * half, y * half, z * half];
  });
  return new OrientedBox(transformPoint(frame.enuFromEcef, box.centerEcef), axes);
}

const levelPlanes = ({ fromM, toM }: HeightRange): number[] => [0, 0, 1, -fromM, 0, 0, -1, toM];

function facePlanes(box: OrientedBox): number[] {
  const planes: number[] = [];
  for (let i = 0; i < 9; i += 3) {
    for (const side of [1, -1]) {
      const half: Vec3 = [side * box.axes[i]!, side * box.axes[i + 1]!, side * box.axes[i + 2]!];
      planes.push(...plane([-half[0], -half[1], -half[2]], [box.cx + half[0], box.cy + half[1], box.cz + half[2]]));
    }
  }
  return planes;
}

function plane(normal: Vec3, point: Vec3): [number, number, number, number] {
  const l = Math.hypot(normal[0], normal[1], normal[2]);
  const [a, b, c] = [normal[0] / l, normal[1] / l, normal[2] / l];
  return [a, b, c, -(a * point[0] + b * point[1] + c * point[2])];
}
