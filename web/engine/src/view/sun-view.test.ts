import { describe, expect, it } from 'vitest';
import { type Vec3, add, dot, normalize, scale } from '@overlook/shared/maths';
import { OrientedBox } from '../geometry/oriented-box.ts';
import { cameraFrame } from './camera-frame.ts';
import { castersView, reachOf, regionOnView, squareFor, sunView } from './sun-view.ts';

const TO_SUN = normalize([-3, 1, 2.4]);
const TEXELS = 2048;
const boxOf = (middle: Vec3, half: Vec3) => new OrientedBox(middle, [half[0], 0, 0, 0, half[1], 0, 0, 0, half[2]]);
const PLANT = boxOf([0, 0, 20], [130, 110, 20]);
const cameraAt = (positionEnu: Vec3, direction: Vec3 = normalize([0, 3, -1]), up: Vec3 = normalize([0, 1, 3])) =>
  cameraFrame({ positionEnu, direction, up }, 1440, 900, 1, 1e4);
const regionAt = (position: Vec3) => regionOnView([PLANT], cameraAt(position))!;

/** Of a point, where in the map it lies: 0…1 each. */
function inMap(view: ReturnType<typeof sunView>, point: Vec3, camera: Vec3 = [0, 0, 0]): Vec3 {
  const m = view.mapFrom({ x: camera[0], y: camera[1], z: camera[2] }, new Float32Array(16));
  const from = [point[0] - camera[0], point[1] - camera[1], point[2] - camera[2]];
  return [0, 1, 2].map((i) => m[i]! * from[0]! + m[4 + i]! * from[1]! + m[8 + i]! * from[2]! + m[12 + i]!) as Vec3;
}

describe('what is on view', () => {
  it('is what of the tiles the camera can see within its reach, and farther from higher up', () => {
    const camera = cameraAt([0, -150, 40]);
    const { least, most } = regionOnView([PLANT], camera)!;
    expect(least[1]).toBeCloseTo(-110, 6);
    expect(most[1]).toBeLessThanOrEqual(-150 + reachOf(40) * 1.2);
    expect([least[2], most[2]]).toEqual([0, 40]);
    expect(regionOnView([boxOf([0, -900, 0], [10, 10, 10])], camera)).toBeNull();
    expect(regionOnView([], camera)).toBeNull();
    expect(reachOf(200)).toBeGreaterThan(reachOf(2));
  });
});

describe('the reach', () => {
  const risen = (heightM: number) => boxOf([0, 0, 20 + heightM], [130, 110, 20]);
  const sizeFrom = (box: OrientedBox, position: Vec3) => {
    const { least, most } = regionOnView([box], cameraAt(position, [0, 1, 0], [0, 0, 1]))!;
    return [most[0] - least[0], most[1] - least[1]];
  };

  it('counts from the ground below the camera, wherever the origin of the site is', () => {
    const onGround = sizeFrom(PLANT, [0, -100, 2]);
    expect(sizeFrom(risen(300), [0, -100, 302])).toEqual(onGround);
    expect(sizeFrom(risen(-300), [0, -100, -298])).toEqual(onGround);
    expect(sizeFrom(PLANT, [0, -100, 30])[1]).toBeGreaterThan(onGround[1]!);
  });

  it('counts beside a model from its lowest part', () => {
    expect(sizeFrom(risen(300), [0, -150, 340])).toEqual(sizeFrom(PLANT, [0, -150, 40]));
  });
});

describe('the square of the map', () => {
  it('holds all that is on view', () => {
    for (const north of [-200, -90, 0, 60]) {
      const region = regionAt([10, north, 30]);
      const square = squareFor(region, TO_SUN, TEXELS, null);
      const view = sunView(square, [PLANT], region, [0, 0]);
      for (const x of [region.least[0], region.most[0]])
        for (const y of [region.least[1], region.most[1]])
          for (const z of [region.least[2], region.most[2]])
            for (const part of inMap(view, [x, y, z])) {
              expect(part).toBeGreaterThanOrEqual(-1e-6);
              expect(part).toBeLessThanOrEqual(1 + 1e-6);
            }
    }
  });

  it('is the very one before while the camera moves a little, and its texels are at the same places after a long way', () => {
    const first = squareFor(regionAt([10, -120, 30]), TO_SUN, TEXELS, null);
    expect(squareFor(regionAt([11, -119, 30]), TO_SUN, TEXELS, first)).toBe(first);
    let [before, changes] = [first, 0];
    for (let north = -120; north < 100; north += 2) {
      const next = squareFor(regionAt([10, north, 30]), TO_SUN, TEXELS, before);
      if (next !== before) changes++;
      if (next.sideM === before.sideM) {
        const texel = next.sideM / TEXELS;
        for (const i of [0, 1] as const) {
          const moved = (next.middle[i] - before.middle[i]) / texel;
          expect(moved).toBeCloseTo(Math.round(moved), 6);
        }
      }
      before = next;
    }
    expect(changes).toBeLessThan(12);
  });

  it('is another one for another sun, another detail, and a view that is much closer', () => {
    const region = regionAt([10, -120, 30]);
    const first = squareFor(region, TO_SUN, TEXELS, null);
    expect(squareFor(region, normalize([1, 1, 1]), TEXELS, first)).not.toBe(first);
    expect(squareFor(region, TO_SUN, 1024, first).sideTexels).toBe(1024);
    const close = { least: [0, 0, 0] as Vec3, most: [9, 9, 3] as Vec3 };
    expect(squareFor(close, TO_SUN, TEXELS, first).sideM).toBeLessThan(first.sideM / 2);
  });

  it('is square where the sun is straight above', () => {
    const square = squareFor(regionAt([10, -120, 30]), [0, 0, 1], TEXELS, null);
    expect([dot(square.right, square.up), dot(square.right, [0, 0, 1])]).toEqual([0, 0]);
  });
});

describe('the view from the sun', () => {
  const region = regionAt([10, -120, 30]);
  const square = squareFor(region, TO_SUN, TEXELS, null);

  it('puts what is on one ray at one place, the nearer to the sun the less deep', () => {
    const view = sunView(square, [PLANT], region, [0, 0]);
    const foot: Vec3 = [5, 5, 1];
    const top = add(foot, scale(TO_SUN, 30));
    const [low, high] = [inMap(view, foot), inMap(view, top)];
    expect(low[0]).toBeCloseTo(high[0], 6);
    expect(low[1]).toBeCloseTo(high[1], 6);
    expect(high[2]).toBeLessThan(low[2]);
    // The same for points that count from a camera.
    const fromCamera = inMap(view, foot, [900, -700, 60]);
    for (const i of [0, 1, 2] as const) expect(fromCamera[i]).toBeCloseTo(low[i], 5);
  });

  it('leans by the tangents that it is given', () => {
    const view = sunView(square, [PLANT], region, [0.01, 0]);
    const foot: Vec3 = [5, 5, 1];
    const top = add(foot, scale(TO_SUN, 30));
    const moved = (inMap(view, top)[0] - inMap(view, foot)[0]) * square.sideM;
    expect(moved).toBeCloseTo(-0.3, 2);
  });

  it('chooses the tiles between the square and the sun, whichever way the camera looks', () => {
    const { planes } = castersView(square);
    const isChosen = (box: OrientedBox) => box.cull(planes, 2 ** 5 - 1) >= 0;
    const middle = add(scale(square.right, square.middle[0]), scale(square.up, square.middle[1]));
    const beside = (metres: number, towards: Vec3): Vec3 => add(middle, scale(towards, metres));
    expect(isChosen(boxOf(beside(400, TO_SUN), [1, 1, 1]))).toBe(true);
    expect(isChosen(boxOf(beside(-400, TO_SUN), [1, 1, 1]))).toBe(true);
    expect(isChosen(boxOf(beside(square.sideM / 2 + 4, square.right), [1, 1, 1]))).toBe(false);
    expect(isChosen(boxOf(beside(-square.sideM / 2 - 4, square.up), [1, 1, 1]))).toBe(false);
  });
});
