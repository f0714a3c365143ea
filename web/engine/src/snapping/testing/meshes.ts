/** Small meshes by hand, with normals as CAD has them, as what a screen draws. */
import { IDENTITY, type Mat4, type Vec3, cross, normalize, subtract, toMat4 } from '@overlook/shared/maths';
import type { SnapKind } from '@overlook/shared/config';
import type { EnuSection } from '../../geometry/half-spaces.ts';
import { type PickGeometry, runBounds } from '../../picking/pick-geometry.ts';
import type { GpuContent, GpuPrimitive } from '../../render/gpu-content.ts';
import { Tile } from '../../tiles/tile.ts';
import { type CameraFrame, cameraFrame } from '../../view/camera-frame.ts';
import type { DrawnSide } from '../near-triangles.ts';

export interface Mesh {
  /** Three corners a triangle, each with its normal (null without normals). */
  readonly corners: readonly Vec3[];
  readonly normals: readonly Vec3[] | null;
  /** Of the whole mesh, or of each corner. */
  readonly feature?: number | readonly number[];
  readonly matrixEnu?: Mat4;
  readonly isTextured?: boolean;
}

/** Two triangles with the normal of their plane. */
export function quad(a: Vec3, b: Vec3, c: Vec3, d: Vec3): Mesh {
  const normal = normalize(cross(subtract(b, a), subtract(c, a)));
  return { corners: [a, b, c, a, c, d], normals: Array.from({ length: 6 }, () => normal) };
}

export const merged = (...meshes: Mesh[]): Mesh => ({
  corners: meshes.flatMap(({ corners }) => corners),
  normals: meshes.flatMap(({ normals }) => normals ?? []),
});

/** A box from a corner, with outward normals. */
export function box([x, y, z]: Vec3, [dx, dy, dz]: Vec3): Mesh {
  const at = (i: number, j: number, k: number): Vec3 => [x + i * dx, y + j * dy, z + k * dz];
  return merged(
    quad(at(0, 0, 0), at(0, 1, 0), at(1, 1, 0), at(1, 0, 0)),
    quad(at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)),
    quad(at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1)),
    quad(at(0, 1, 0), at(0, 1, 1), at(1, 1, 1), at(1, 1, 0)),
    quad(at(0, 0, 0), at(0, 0, 1), at(0, 1, 1), at(0, 1, 0)),
    quad(at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1)),
  );
}

/** An upright pipe of facets with smooth normals, and flat caps. */
export function pipe([x, y, z]: Vec3, radiusM: number, heightM: number, facets = 16): Mesh {
  const rim = (i: number): Vec3 => [Math.cos((2 * Math.PI * i) / facets), Math.sin((2 * Math.PI * i) / facets), 0];
  const at = (i: number, k: number): Vec3 => [x + radiusM * rim(i)[0], y + radiusM * rim(i)[1], z + k * heightM];
  const corners: Vec3[] = [];
  const normals: Vec3[] = [];
  for (let i = 0; i < facets; i++) {
    corners.push(at(i, 0), at(i + 1, 0), at(i + 1, 1), at(i, 0), at(i + 1, 1), at(i, 1));
    normals.push(rim(i), rim(i + 1), rim(i + 1), rim(i), rim(i + 1), rim(i));
    corners.push([x, y, z + heightM], at(i, 1), at(i + 1, 1), [x, y, z], at(i + 1, 0), at(i, 0));
    normals.push([0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, -1], [0, 0, -1], [0, 0, -1]);
  }
  // The last corners are the first ones to the last digit, as in files.
  const first = new Map(corners.map((corner) => [corner.map((value) => value.toFixed(9)).join(' '), corner] as const));
  const exact = corners.map((corner) => first.get(corner.map((value) => value.toFixed(9)).join(' '))!);
  return { corners: exact, normals };
}

function featuresOf({ feature, corners }: Mesh): Uint32Array | null {
  if (feature === undefined) return null;
  return typeof feature === 'number' ? new Uint32Array(corners.length).fill(feature) : Uint32Array.from(feature);
}

/** What a screen draws of the meshes, each a tile of its own. */
export function drawn(meshes: readonly Mesh[], section: EnuSection | null = null): DrawnSide {
  const geometries = new Map(
    meshes.map((mesh) => {
      const positions = Float32Array.from(mesh.corners.flat());
      const primitive = {
        mode: 4,
        matrixEnu: toMat4(mesh.matrixEnu ?? IDENTITY),
        culled: true,
        texture: mesh.isTextured ? {} : null,
        instances: null,
      } as GpuPrimitive;
      const geometry = {
        positions,
        indices: null,
        featureIds: featuresOf(mesh),
        normals: mesh.normals && Float32Array.from(mesh.normals.flat()),
        scan: null,
        runs: runBounds(positions, null, 3),
      };
      return [primitive, geometry] as const;
    }),
  );
  return sideOf(geometries, section);
}

/** What a screen draws of points that lie about so far apart. */
export function drawnCloud(points: readonly Vec3[], spacingM: number): DrawnSide {
  const positions = Float32Array.from(points.flat());
  const primitive = { mode: 0, matrixEnu: toMat4(IDENTITY), spacing: spacingM, instances: null } as GpuPrimitive;
  const runs = runBounds(positions, null, 1);
  const geometry = { positions, indices: null, featureIds: null, normals: null, scan: null, runs };
  return sideOf(new Map([[primitive, geometry]]), null);
}

function sideOf(geometries: ReadonlyMap<GpuPrimitive, PickGeometry>, section: EnuSection | null): DrawnSide {
  const items = [...geometries.keys()].map((primitive) => {
    const json = { boundingVolume: { box: [0, 0, 0, 900, 0, 0, 0, 900, 0, 0, 0, 900] }, geometricError: 0 };
    const tile = new Tile(json, null, 'http://here/', { enuFromEcef: IDENTITY });
    tile.gpu = [{ primitives: [primitive], hasLayerIds: true } as GpuContent];
    return { tile, cutouts: null, finer: null, isCut: section !== null, distance: 0 };
  });
  return { items, shown: { section, styles: null }, geometries: { get: (primitive) => geometries.get(primitive)! } };
}

/** A screen of 1000 × 800 px that looks from one place to another; orthographic with a height in metres. */
export function lookingAt(positionEnu: Vec3, target: Vec3, orthoHeightM?: number): CameraFrame {
  const direction = normalize(subtract(target, positionEnu));
  const right = normalize(cross(direction, Math.abs(direction[2]) > 0.99 ? [0, 1, 0] : [0, 0, 1]));
  const pose = {
    positionEnu,
    direction,
    up: cross(right, direction),
    ...(orthoHeightM !== undefined && { orthoHeightM }),
  };
  return cameraFrame(pose, 1000, 800, 0.1, 10_000);
}

export const ALL_KINDS: readonly SnapKind[] = ['vertex', 'intersection', 'circleCentre', 'edgeMiddle', 'edge', 'axis'];
