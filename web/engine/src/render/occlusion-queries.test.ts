import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import { OrientedBox } from '../geometry/oriented-box.ts';
import { cameraFrame } from '../view/camera-frame.ts';
import { type QueriedBox, OcclusionQueries, placedBox } from './occlusion-queries.ts';
import { queryingGl } from './testing/querying-gl.ts';

const CAMERA = cameraFrame({ positionEnu: [5, -3, 2], direction: [0, 1, 0], up: [0, 0, 1] }, 800, 600, 1, 1e4);
const boxAt = (x: number, y: number, z: number, half = 1) =>
  new OrientedBox([x, y, z], [half, 0, 0, 0, half, 0, 0, 0, half]);
const asked = (name: string, box: OrientedBox): QueriedBox<string> => ({ of: name, box, grownMetres: 0 });

describe('a placed box', () => {
  it('contains all corners of the grown box if the camera sees them', () => {
    const coordinate = numberBetween(-30, 30);
    fc.assert(
      fc.property(coordinate, fc.double({ min: 20, max: 500, noNaN: true }), coordinate, (x, y, z) => {
        const placed = placedBox(boxAt(x, y, z, 2), 1, CAMERA)!;
        const { clipFromEnuAxes: v } = CAMERA;
        for (let k = 0; k < 8; k++) {
          const corner = [k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1];
          const from = [x - CAMERA.x, y - CAMERA.y, z - CAMERA.z].map((at, i) => at + 3 * corner[i]!);
          for (let row = 0; row < 4; row++) {
            const expected = v[row]! * from[0]! + v[4 + row]! * from[1]! + v[8 + row]! * from[2]! + v[12 + row]!;
            const { clip } = placed;
            const found = corner.reduce((sum, c, i) => sum + c * clip[4 * i + row]!, clip[12 + row]!);
            expect(found).toBeCloseTo(expected, 6);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it('is null if the box crosses the near or the far plane', () => {
    expect(placedBox(boxAt(5, 0, 2, 2.5), 0, CAMERA)).toBeNull();
    expect(placedBox(boxAt(5, 3, 2, 2.5), 3, CAMERA)).toBeNull();
    expect(placedBox(boxAt(5, -20, 2), 0, CAMERA)).toBeNull();
    expect(placedBox(boxAt(5, 9999, 2, 5), 0, CAMERA)).toBeNull();
    expect(placedBox(boxAt(5, 50, 2), 0, CAMERA)).not.toBeNull();
  });

  it('covers at most its reported share of the viewport', () => {
    const { share } = placedBox(boxAt(5, 97, 2), 0, CAMERA)!;
    const across = 1 / 99 / Math.tan(CAMERA.fovYRad / 2);
    expect(share).toBeCloseTo((across * across * 600) / 800, 8);
  });
});

describe('box occlusion queries', () => {
  it('use the newest frame that has all results and drop earlier frames', () => {
    const { gl, answer } = queryingGl();
    const queries = new OcclusionQueries<string>(gl);
    queries.issue([asked('near', boxAt(5, 30, 2)), asked('far', boxAt(5, 90, 2))], CAMERA);
    expect([queries.isPending, queries.results()]).toEqual([true, null]);
    answer(true, false);
    expect(queries.results()).toEqual({ hidden: new Set(['far']), camera: CAMERA });
    expect([queries.isPending, queries.results()]).toEqual([false, null]);
    queries.issue([asked('near', boxAt(5, 30, 2))], CAMERA);
    queries.issue([], CAMERA);
    expect(queries.results()?.hidden).toEqual(new Set());
    expect(queries.isPending).toBe(false);
  });

  it('are not issued in a lost context', () => {
    const { gl, calls, lose } = queryingGl();
    const queries = new OcclusionQueries<string>(gl);
    lose();
    queries.issue([asked('near', boxAt(5, 30, 2))], CAMERA);
    expect([calls, queries.isPending]).toEqual([[], false]);
  });

  it('keep at most three frames in flight, of which the oldest is not dropped', () => {
    const { gl, answerFirst } = queryingGl();
    const queries = new OcclusionQueries<number>(gl);
    for (let i = 0; i < 10; i++) queries.issue([{ of: i, box: boxAt(5, 60, 2), grownMetres: 0 }], CAMERA);
    expect(queries.results()).toBeNull();
    expect((queries as unknown as { rounds: unknown[] }).rounds).toHaveLength(3);
    answerFirst(false);
    expect(queries.results()?.hidden).toEqual(new Set([0]));
    expect(queries.isPending).toBe(true);
  });

  it('skip boxes that cover much of the viewport, and boxes beyond the total share', () => {
    const { gl, calls } = queryingGl();
    const queries = new OcclusionQueries<string>(gl);
    queries.issue([asked('large', boxAt(5, 1, 2, 2)), asked('small', boxAt(5, 60, 2))], CAMERA);
    expect(calls).toHaveLength(1);
    const each = placedBox(boxAt(5, 9, 2, 2), 0, CAMERA)!.share;
    queries.issue(
      Array.from({ length: 200 }, (_, i) => asked(String(i), boxAt(5, 9, 2, 2))),
      CAMERA,
    );
    expect(each).toBeGreaterThan(0.05);
    expect(calls.length - 1).toBe(Math.floor(2 / each));
    queries.issue(
      Array.from({ length: 200 }, (_, i) => asked(String(i), boxAt(5, 200, 2))),
      CAMERA,
    );
    expect(calls.length - 1 - Math.floor(2 / each)).toBe(128);
  });
});
