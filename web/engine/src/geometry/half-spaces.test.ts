import {
  RAD_PER_DEG,
  type Vec3,
  enuFrame,
  ecefFromLla,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import { OrientedBox } from './oriented-box.ts';
import { MAX_SECTION_PLANES, enuSection, isBeside, isShown, planesAround, shownAlong } from './half-spaces.ts';
import type { SectionBox, SectionVolume } from './section-volume.ts';

const ORIGIN = { longitude: 138.4932, latitude: -35.0789, height: 30 };
const FRAME = enuFrame(ORIGIN);

const at = (x: number, y: number, z: number): Vec3 => transformPoint(FRAME.ecefFromEnu, [x, y, z]);
const towards = (x: number, y: number, z: number): Vec3 => transformDirection(FRAME.ecefFromEnu, [x, y, z]);
const boxAt = (center: Vec3, size: Vec3, headingDeg: number): SectionBox => ({
  centerEcef: at(...center),
  size,
  headingRad: headingDeg * RAD_PER_DEG,
});
const section = (volume: SectionVolume) => enuSection(volume, FRAME)!;

const coordinate = numberBetween(-60, 60);
const point = fc.tuple(coordinate, coordinate, coordinate);
const side = fc.double({ min: 0.05, max: 50, noNaN: true });
const heading = numberBetween(0, 360);
const anyBox = fc.tuple(point, fc.tuple(side, side, side), heading);
const anyPlane = fc.tuple(point, point).filter(([, [x, y, z]]) => Math.hypot(x, y, z) > 1);

/** Whether rounding decides on which side of a plane of the section a place of the site lies. */
function isOnPlane({ planes }: ReturnType<typeof section>, [x, y, z]: Vec3): boolean {
  const distances = Array.from(
    { length: planes.length / 4 },
    (_, i) => planes[4 * i]! * x + planes[4 * i + 1]! * y + planes[4 * i + 2]! * z + planes[4 * i + 3]!,
  );
  return distances.some((meters) => Math.abs(meters) < 1e-6);
}

/** The same test without half-spaces: the point turned into the box's own axes. */
function isInBox([cx, cy, cz]: Vec3, size: Vec3, headingDeg: number, [x, y, z]: Vec3, margin: number): boolean {
  const [s, c] = [Math.sin(headingDeg * RAD_PER_DEG), Math.cos(headingDeg * RAD_PER_DEG)];
  const [dx, dy, dz] = [x - cx, y - cy, z - cz];
  const own = [c * dx - s * dy, s * dx + c * dy, dz];
  return own.every((value, i) => Math.abs(value) <= size[i]! / 2 + margin);
}

describe('enuSection', () => {
  it('is null for a volume that cuts nothing', () => {
    expect(enuSection(null, FRAME)).toBeNull();
    expect(enuSection({ box: null, planes: [] }, FRAME)).toBeNull();
  });

  it('shows only the inside of a box', () => {
    fc.assert(
      fc.property(anyBox, point, ([center, size, headingDeg], p) => {
        const shown = isShown(section({ box: boxAt(center, size, headingDeg), planes: [] }), ...p);
        // The box's vertical is that of its own centre: within 60 m the two agree to a millimetre.
        if (isInBox(center, size, headingDeg, p, -2e-3)) expect(shown).toBe(true);
        if (!isInBox(center, size, headingDeg, p, 2e-3)) expect(shown).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('turns clockwise: a box headed 90° has its east side to the south', () => {
    const long = section({ box: boxAt([0, 0, 0], [10, 2, 2], 90), planes: [] });
    expect(isShown(long, 0, -4, 0)).toBe(true);
    expect(isShown(long, -4, 0, 0)).toBe(false);
    const thirty = section({ box: boxAt([0, 0, 0], [10, 0.1, 2], 30), planes: [] });
    expect(isShown(thirty, 4 * Math.cos(30 * RAD_PER_DEG), -4 * Math.sin(30 * RAD_PER_DEG), 0)).toBe(true);
  });

  it('is vertical at its own place, not at the origin of the site', () => {
    const far = { longitude: 138.6, latitude: -35.0789, height: 30 };
    const box: SectionBox = { centerEcef: ecefFromLla(far), size: [1, 1, 200], headingRad: 0 };
    const up = transformPoint(FRAME.enuFromEcef, ecefFromLla({ ...far, height: 129 }));
    expect(isShown(section({ box, planes: [] }), ...up)).toBe(true);
  });

  it('keeps the side to which a plane’s normal points, and the intersection of several', () => {
    const planes = [
      { pointEcef: at(0, 0, 5), normalEcef: towards(0, 0, 1) },
      { pointEcef: at(3, 0, 0), normalEcef: towards(-1, 0, 0) },
    ];
    const cut = section({ box: null, planes });
    expect(isShown(cut, 2, 100, 6)).toBe(true);
    expect(isShown(cut, 2, 100, 4)).toBe(false);
    expect(isShown(cut, 4, 100, 6)).toBe(false);
  });

  it('has room for a box and six planes, and ignores a seventh', () => {
    const planes = Array.from({ length: 7 }, (_, i) => ({ pointEcef: at(i, 0, 0), normalEcef: towards(1, 0, 0) }));
    const { planes: rows } = section({ box: boxAt([0, 0, 0], [1, 1, 1], 0), planes });
    expect(rows).toHaveLength(4 * MAX_SECTION_PLANES);
  });

  it('keeps what lies between two heights above the origin, and room for six faces and four planes beside them', () => {
    const heights = { fromM: 4, toM: 7.5 };
    const slice = enuSection(null, FRAME, heights)!;
    expect([3.9, 4.1, 7.4, 7.6].map((z) => isShown(slice, 30, -20, z))).toEqual([false, true, true, false]);
    const planes = Array.from({ length: 6 }, (_, i) => ({ pointEcef: at(i, 0, 0), normalEcef: towards(1, 0, 0) }));
    const full = enuSection({ box: boxAt([0, 0, 0], [90, 90, 90], 0), planes }, FRAME, heights)!;
    expect(full.planes).toHaveLength(4 * MAX_SECTION_PLANES);
    expect(isShown(full, 10, 0, 3)).toBe(false);
    expect(isShown(full, 10, 0, 5)).toBe(true);
  });

  it('has no NaN in a box without thickness', () => {
    const flat = section({ box: boxAt([0, 0, 0], [10, 10, 0], 0), planes: [] });
    expect([...flat.planes].every(Number.isFinite)).toBe(true);
    expect(isShown(flat, 0, 0, 1)).toBe(false);
  });
});

describe('planesAround', () => {
  it('gives the same in float32, with the camera at the origin, as doubles in the site frame', () => {
    fc.assert(
      fc.property(anyBox, anyPlane, point, point, ([center, size, headingDeg], [p, n], camera, q) => {
        const cut = section({
          box: boxAt(center, size, headingDeg),
          planes: [{ pointEcef: at(...p), normalEcef: towards(...n) }],
        });
        // As if the site's origin were 40 km away: that must not affect the float32 side.
        const far: Vec3 = [camera[0] + 40_000, camera[1] - 30_000, camera[2]];
        const moved = { ...cut, planes: cut.planes.slice() };
        for (let i = 0; i < moved.planes.length; i += 4)
          moved.planes[i + 3]! -= moved.planes[i]! * 40_000 - moved.planes[i + 1]! * 30_000;
        const rows = planesAround(moved, ...far, new Float32Array(4 * MAX_SECTION_PLANES));
        const v = [q[0] - camera[0], q[1] - camera[1], q[2] - camera[2]].map(Math.fround);
        for (let i = 0; i < MAX_SECTION_PLANES; i++) {
          const [a, b, c, d] = [...rows.subarray(4 * i, 4 * i + 4)] as [number, number, number, number];
          const inFloats = a * v[0]! + b * v[1]! + c * v[2]! + d;
          if (4 * i >= cut.planes.length) expect(inFloats).toBe(1);
          else {
            const [A, B, C, D] = [...cut.planes.subarray(4 * i, 4 * i + 4)] as [number, number, number, number];
            expect(Math.abs(inFloats - (A * q[0] + B * q[1] + C * q[2] + D))).toBeLessThan(1e-4);
          }
        }
      }),
    );
  });
});

describe('shownAlong', () => {
  it('is the stretch of a ray that is shown', () => {
    fc.assert(
      fc.property(anyBox, anyPlane, point, point, ([center, size, headingDeg], [p, n], from, to) => {
        fc.pre(Math.hypot(...to) > 0.1);
        const l = Math.hypot(...to);
        const direction: Vec3 = [to[0] / l, to[1] / l, to[2] / l];
        const cut = section({
          box: boxAt(center, size, headingDeg),
          planes: [{ pointEcef: at(...p), normalEcef: towards(...n) }],
        });
        const [enter, leave] = shownAlong(cut, from, direction);
        for (let t = -100; t <= 100; t += 3.7) {
          const here: Vec3 = [from[0] + direction[0] * t, from[1] + direction[1] * t, from[2] + direction[2] * t];
          if (isOnPlane(cut, here)) continue;
          expect(isShown(cut, ...here)).toBe(t > enter && t < leave);
        }
      }),
    );
  });

  it('is empty for a ray parallel to a plane, on its cut side', () => {
    const cut = section({ box: null, planes: [{ pointEcef: at(0, 0, 5), normalEcef: towards(0, 0, 1) }] });
    const [enter, leave] = shownAlong(cut, [0, 0, 0], [1, 0, 0]);
    expect(enter > leave).toBe(true);
  });
});

describe('tiles against a section', () => {
  const everyPlane = 2 ** 6 - 1;
  const anyTile = fc.tuple(point, fc.tuple(side, side, side)).map(([center, [a, b, c]]) => ({
    center,
    half: [a, b, c] as Vec3,
    box: new OrientedBox(center, [a, 0, 0, 0, b, 0, 0, 0, c]),
  }));

  it('never drops a tile with a shown place, and no tile that it calls whole has a cut place', () => {
    const share = numberBetween(-1, 1);
    fc.assert(
      fc.property(
        anyBox,
        anyTile,
        fc.array(fc.tuple(share, share, share), { minLength: 20, maxLength: 20 }),
        (b, tile, places) => {
          const cut = section({ box: boxAt(...b), planes: [] });
          const mask = tile.box.cull(cut.planes, everyPlane);
          const isDropped = mask < 0 || (mask > 0 && isBeside(tile.box, cut));
          for (const place of places) {
            const p = place.map((value, i) => tile.center[i]! + value * tile.half[i]!) as Vec3;
            if (isOnPlane(cut, p)) continue;
            if (isDropped) expect(isShown(cut, ...p)).toBe(false);
            else if (mask === 0) expect(isShown(cut, ...p)).toBe(true);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('drops a tile near the corner of a rotated box, although no single face has the tile on its cut side', () => {
    const cut = section({ box: boxAt([0, 0, 0], [20, 20, 20], 45), planes: [] });
    const tile = new OrientedBox([17, 0, 0], [2, 0, 0, 0, 30, 0, 0, 0, 2]);
    expect(tile.cull(cut.planes, everyPlane)).toBeGreaterThan(0);
    expect(isBeside(tile, cut)).toBe(true);
    expect(isBeside(new OrientedBox([15, 0, 0], [2, 0, 0, 0, 30, 0, 0, 0, 2]), cut)).toBe(false);
  });
});
