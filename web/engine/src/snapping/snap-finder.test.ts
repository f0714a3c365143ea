import type { SnapKind } from '@overlook/shared/config';
import { IDENTITY, type Vec3, distance, translation } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import { CAD_CENTRE, CAD_IDS, cadTileGlb } from '../content/testing/cad-tile.ts';
import { contentOf, parseBytes } from '../content/testing/node-platform.ts';
import { type Geometries, GeometryCache } from '../picking/geometry-cache.ts';
import { uploadContent } from '../render/gpu-content.ts';
import { memoryGl } from '../render/testing/memory-gl.ts';
import { Tile } from '../tiles/tile.ts';
import type { CameraFrame } from '../view/camera-frame.ts';
import { caughtSnap } from './choose-snap.ts';
import type { DrawnSide } from './near-triangles.ts';
import { ScreenAround } from './screen-around.ts';
import { SnapFinder, type SnapRequest } from './snap-finder.ts';
import { ALL_KINDS, box, drawn, drawnCloud, lookingAt, merged, pipe, quad } from './testing/meshes.ts';

/** Pixels of a point. */
function pxOf(camera: CameraFrame, point: Vec3): [number, number] {
  const at = new Float64Array(3);
  new ScreenAround(camera, [0, 0]).write(...point, at, 0);
  return [at[0]! / at[2]!, at[1]! / at[2]!];
}

const finder = new SnapFinder();

/** The snaps so many pixels to the right of and below a point. */
function snapsAt(
  side: DrawnSide,
  camera: CameraFrame,
  point: Vec3,
  [rightPx, downPx]: [number, number] = [0, 0],
  more: Partial<SnapRequest> = {},
) {
  const [x, y] = pxOf(camera, point);
  const around = new ScreenAround(camera, [x + rightPx, y + downPx]);
  const held = { heldKey: null, isTouch: false };
  return finder.find({ side, around, hitM: around.along(point), kinds: ALL_KINDS, ...held, ...more });
}

const kindsOf = (snaps: readonly { kind: SnapKind }[]) => snaps.map(({ kind }) => kind);

const CUBE = box([0, 0, 0], [2, 2, 2]);
const corners: Vec3[] = [0, 2].flatMap((x) => [0, 2].flatMap((y) => [0, 2].map((z): Vec3 => [x, y, z])));
const VIEWS: [string, CameraFrame][] = [
  ['perspective', lookingAt([9, -12, 8], [1, 1, 1])],
  ['orthographic', lookingAt([9, -12, 8], [1, 1, 1], 6)],
  ['plan', lookingAt([1.1, 0.9, 30], [1.1, 0.9, 0], 6)],
];

describe.each(VIEWS)('a cube in a %s view', (name, camera) => {
  const side = drawn([CUBE]);
  const isSeen = ([x, y, z]: Vec3) => z === 2 || (name !== 'plan' && !(x === 0 && y === 2));

  it('has its corners where they are seen, and no others', () => {
    for (const corner of corners) {
      const [first] = snapsAt(side, camera, corner, [5, -4]);
      if (isSeen(corner)) expect(distance(first!.pointEnu, corner)).toBeLessThan(1e-6);
      // In a plan an upper corner lies over each lower one.
      expect(first?.kind === 'vertex').toBe(isSeen(corner) || name === 'plan');
    }
  });

  it('has edges and their middles, but no diagonals', () => {
    expect(kindsOf(snapsAt(side, camera, [1, 0, 2], [4, 3]))[0]).toBe('edgeMiddle');
    const [edge] = snapsAt(side, camera, [0.6, 0, 2], [0, 3]);
    expect(edge!.kind).toBe('edge');
    expect([edge!.pointEnu[1], edge!.pointEnu[2]]).toEqual([0, 2]);
    // On the diagonal of the face at the top.
    expect(snapsAt(side, camera, [1.2, 1.2, 2])).toEqual([]);
    expect(snapsAt(side, camera, [0.8, 0.8, 2])).toEqual([]);
  });

  it('releases what it has caught at one and a half times the reach', () => {
    const at = (px: number, heldKey: string | null) => snapsAt(side, camera, [2, 2, 2], [0, -px], { heldKey });
    const [caught] = at(10, null);
    expect(caught!.kind).toBe('vertex');
    expect(kindsOf(at(16, null))).not.toContain('vertex');
    expect(kindsOf(at(16, caught!.key))[0]).toBe('vertex');
    expect(kindsOf(at(19, caught!.key))).not.toContain('vertex');
  });
});

describe('a pick on surfaces', () => {
  const camera = lookingAt([9, -12, 8], [1, 1, 1]);

  it('takes only the kinds that are on, and reaches farther for a finger', () => {
    const side = drawn([CUBE]);
    expect(kindsOf(snapsAt(side, camera, [0, 0, 2], [3, 1], { kinds: ['edge'] }))[0]).toBe('edge');
    expect(snapsAt(side, camera, [0, 0, 2], [3, 1], { kinds: [] })).toEqual([]);
    expect(kindsOf(snapsAt(side, camera, [0, 0, 2], [-20, -8]))).not.toContain('vertex');
    expect(kindsOf(snapsAt(side, camera, [0, 0, 2], [-20, -8], { isTouch: true }))).toContain('vertex');
  });

  it('does not see a corner behind another object', () => {
    const wall = box([-3, -3, -1], [8, 0.01, 6]);
    expect(snapsAt(drawn([CUBE, wall]), camera, [0, 0, 2])).toEqual([]);
    expect(kindsOf(snapsAt(drawn([CUBE]), camera, [0, 0, 2]))).toContain('vertex');
  });

  it('offers nothing of photographed surfaces, which have no creases', () => {
    expect(snapsAt(drawn([{ ...CUBE, isTextured: true }]), camera, [0, 0, 2], [3, 1])).toEqual([]);
  });

  it('goes by the angle between faces where a mesh has no normals', () => {
    const side = drawn([{ ...CUBE, normals: null }]);
    expect(kindsOf(snapsAt(side, camera, [0, 0, 2], [3, 1]))[0]).toBe('vertex');
    expect(snapsAt(side, camera, [1.2, 1.2, 2])).toEqual([]);
  });

  it('finds a corner where it was placed', () => {
    const side = drawn([{ ...CUBE, matrixEnu: translation([100, 50, 7]) }]);
    const [first] = snapsAt(side, lookingAt([109, 38, 15], [101, 51, 8]), [100, 50, 9], [4, 4]);
    expect(distance(first!.pointEnu, [100, 50, 9])).toBeLessThan(1e-6);
  });

  it('ends edges at a section, and leaves out what it cuts away', () => {
    const section = { planes: Float64Array.from([0, 0, -1, 1.25]), box: null };
    const side = drawn([CUBE], section);
    const [cut] = snapsAt(side, camera, [0, 0, 1.25], [3, 1]);
    expect(cut!.kind).toBe('vertex');
    expect(distance(cut!.pointEnu, [0, 0, 1.25])).toBeLessThan(1e-6);
    expect(snapsAt(side, camera, [0, 0, 2], [3, 1])).toEqual([]);
  });

  it('finds where two edges cross', () => {
    const beams = merged(
      quad([-3, 0, 0], [3, 0, 0], [3, 1, 0], [-3, 1, 0]),
      quad([0, -3, 0], [1, -3, 0], [1, 3, 0], [0, 3, 0]),
    );
    const apart = quad([0, -3, 0.002], [1, -3, 0.002], [1, 3, 0.002], [0, 3, 0.002]);
    const down = lookingAt([0.5, 0.5, 20], [0.5, 0.5, 0], 8);
    const [first] = snapsAt(drawn([beams]), down, [0, 0, 0], [5, 5]);
    expect(first!.kind).toBe('intersection');
    expect(distance(first!.pointEnu, [0, 0, 0])).toBeLessThan(1e-6);
    const others = snapsAt(drawn([quad([-3, 0, 0], [3, 0, 0], [3, 1, 0], [-3, 1, 0]), apart]), down, [0, 0, 0], [5, 5]);
    expect(kindsOf(others)).not.toContain('intersection');
  });
});

describe('a pipe of 16 facets', () => {
  const camera = lookingAt([6, -8, 7], [0, 0, 1]);
  const side = drawn([pipe([0, 0, 0], 1.5, 3)]);
  /** On the rim, in the middle of a facet. */
  const onRim = (turn: number, z: number): Vec3 => {
    const [radius, angle] = [1.5 * Math.cos(Math.PI / 16), ((turn + 0.5) * Math.PI) / 8];
    return [radius * Math.cos(angle), radius * Math.sin(angle), z];
  };

  it('has two circles, whose centres and no corners are offered', () => {
    const [top, edge] = snapsAt(side, camera, onRim(13, 3));
    expect([top!.kind, edge!.kind]).toEqual(['circleCentre', 'edge']);
    expect(distance(top!.pointEnu, [0, 0, 3])).toBeLessThan(1.5e-6);
    const [bottom] = snapsAt(side, camera, onRim(13, 0));
    expect(bottom!.kind).toBe('circleCentre');
    expect(distance(bottom!.pointEnu, [0, 0, 0])).toBeLessThan(1.5e-6);
  });

  it('has no edges between facets, but an axis', () => {
    const between: Vec3 = [1.5 * Math.cos(-Math.PI / 4), 1.5 * Math.sin(-Math.PI / 4), 1.5];
    const snaps = snapsAt(side, camera, between, [-2, 0], { kinds: ['vertex', 'edge', 'edgeMiddle'] });
    expect(snaps).toEqual([]);
    const before: Vec3 = [1.5 * Math.cos(-0.93), 1.5 * Math.sin(-0.93), 1.5];
    const [axis] = snapsAt(side, camera, before);
    expect(axis!.kind).toBe('axis');
    expect(Math.hypot(axis!.pointEnu[0], axis!.pointEnu[1])).toBeLessThan(1e-6);
  });

  it('has the centre of an arc', () => {
    const arc = merged(
      ...Array.from({ length: 6 }, (_, i) => {
        const at = (k: number, r: number): Vec3 => [
          Math.fround(r * Math.cos(0.2 * k)),
          Math.fround(r * Math.sin(0.2 * k)),
          0,
        ];
        return quad(at(i, 2), at(i, 3), at(i + 1, 3), at(i + 1, 2));
      }),
    );
    const down = lookingAt([0, 0, 20], [0, 0, 0], 8);
    const middle: Vec3 = [3 * Math.cos(0.1) * Math.cos(0.5), 3 * Math.cos(0.1) * Math.sin(0.5), 0];
    const snaps = snapsAt(drawn([arc]), down, middle);
    // It is 300 px away, so the edge comes first.
    expect(kindsOf(snaps).slice(0, 2)).toEqual(['edge', 'circleCentre']);
    expect(distance(snaps[1]!.pointEnu, [0, 0, 0])).toBeLessThan(1e-5);
  });
});

it('finds a corner of a converted tile: 16-bit steps, octahedral normals, read back from the GPU', async () => {
  const gl = memoryGl();
  const content = contentOf(await parseBytes(await cadTileGlb(), 'cad.glb'));
  const json = { boundingVolume: { box: [...CAD_CENTRE, 20, 0, 0, 0, 20, 0, 0, 0, 20] }, geometricError: 0 };
  const tile = new Tile(json, null, 'http://here/', { enuFromEcef: IDENTITY });
  tile.gpu = [uploadContent(gl, content, tile.matrixEnu)];
  const items = [{ tile, cutouts: null, finer: null, isCut: false, distance: 0 }];
  const shown = { section: null, styles: null };
  const camera = lookingAt([90, 185, 30], [95, 195, 10]);
  const glassCorner: Vec3 = [95, 195, 10];
  const [waiting, hovering] = [new GeometryCache(gl), new GeometryCache(gl)];
  const snap = (geometries: Geometries) => snapsAt({ items, shown, geometries }, camera, glassCorner, [4, -6])[0];
  const clicked = snap(waiting)!;
  expect(clicked).toMatchObject({ kind: 'vertex', featureId: CAD_IDS.glass });
  expect(distance(clicked.pointEnu, glassCorner)).toBeLessThan(1e-3);
  expect(snap(hovering.atHand())).toBeUndefined();
  gl.finish();
  expect(snap(hovering.atHand())).toEqual(clicked);
});

describe('a pick on points', () => {
  let seed = 7;
  /** Even between -1 and 1, the same each time. */
  const noise = () => ((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * 2 - 1;
  /** A floor at height 0 and a wall at y = 0, 5 cm between points, 5 mm of noise at most. */
  const floor = grid((u, v): Vec3 => [u, -v, 0.005 * noise()]);
  const wall = grid((u, v): Vec3 => [u, 0.005 * noise(), v]);
  const camera = lookingAt([1, -4, 3], [1, 0, 0]);
  const kinds: readonly SnapKind[] = ['planeEdge', 'plane'];

  function grid(at: (u: number, v: number) => Vec3): Vec3[] {
    const steps = Array.from({ length: 41 }, (_, i) => 0.05 * i);
    return steps.flatMap((u) => steps.map((v) => at(u, v)));
  }

  it('has the edge of two planes, nearer than its points', () => {
    const [first] = snapsAt(drawnCloud([...floor, ...wall], 0.05), camera, [1, 0, 0], [3, -4], { kinds });
    expect(first!.kind).toBe('planeEdge');
    expect(Math.hypot(first!.pointEnu[1], first!.pointEnu[2])).toBeLessThan(0.002);
    expect(first!.errorMetres).toBeLessThan(0.01);
  });

  it('has the plane under the pointer, which is only taken when it is chosen', () => {
    const snaps = snapsAt(drawnCloud(floor, 0.05), camera, [1, -1, 0], [0, 0], { kinds });
    expect(kindsOf(snaps)).toEqual(['plane']);
    expect(distance(snaps[0]!.pointEnu, [1, -1, 0])).toBeLessThan(0.002);
    expect(caughtSnap(snaps, null)).toBeNull();
    expect(caughtSnap(snaps, snaps[0]!.key)).toBeNull();
  });

  it('claims nothing of few points, and none of a thicket', () => {
    expect(snapsAt(drawnCloud(floor.slice(0, 11), 0.05), camera, [0, -0.2, 0], [0, 0], { kinds })).toEqual([]);
    const thicket = floor.map(([x, y]): Vec3 => [x, y, 0.2 * noise()]);
    expect(snapsAt(drawnCloud(thicket, 0.05), camera, [1, -1, 0], [0, 0], { kinds })).toEqual([]);
  });
});
