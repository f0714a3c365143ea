import { type Vec3, add, distance, dot, normalize, scale, subtract } from '@overlook/shared/maths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import type { EnuPose } from '../view/enu-pose.ts';
import { type ScreenXy, screenRay } from '../view/screen-ray.ts';
import { anchorAt } from './anchor.ts';
import { flyPath } from './fly-path.ts';
import { flatGround } from './ground-model.ts';
import { flyStep } from './keyboard-flight.ts';
import { orbitAbout, orbitBy } from './orbit.ts';
import { type OrthoPose, orthoPointAt, orthoPose, perspectivePose, zoomedAbout } from './ortho-pose.ts';
import { panAnchorAt, panTo } from './pan.ts';
import { createZoomMotion } from './zoom.ts';

const FOV = Math.PI / 3;
const VIEW = { width: 800, height: 500, fovYRad: FOV };
const GROUND = flatGround(0);
const POSE: EnuPose = { positionEnu: [20, -60, 45], direction: normalize([0.2, 3, -2]), up: [0, 0, 1] };
const level = (pose: EnuPose): EnuPose => {
  const right = normalize([pose.direction[1], -pose.direction[0], 0]);
  const up: Vec3 = [
    right[1] * pose.direction[2],
    -right[0] * pose.direction[2],
    right[0] * pose.direction[1] - right[1] * pose.direction[0],
  ];
  return { ...pose, up };
};
const FROM = level(POSE);
const ORTHO = orthoPose(FROM, 70, FOV);

/** CSS pixels of a point in an orthographic view. */
function placeOf(pose: OrthoPose, point: Vec3): [number, number] {
  const { direction, up } = pose;
  const right: Vec3 = [
    direction[1] * up[2] - direction[2] * up[1],
    direction[2] * up[0] - direction[0] * up[2],
    direction[0] * up[1] - direction[1] * up[0],
  ];
  const to = subtract(point, pose.positionEnu);
  const pxPerMetre = VIEW.height / pose.orthoHeightM;
  return [400 + dot(to, right) * pxPerMetre, 250 - dot(to, up) * pxPerMetre];
}

function expectAt(pose: EnuPose, point: Vec3, place: ScreenXy): void {
  placeOf(pose as OrthoPose, point).forEach((px, k) => expect(px).toBeCloseTo(place[k]!, 5));
}

describe('a change of the projection', () => {
  it('keeps place and size of what is as far away as the middle of the view', () => {
    for (const place of [
      [400, 250],
      [40, 460],
      [799, 3],
    ] as ScreenXy[]) {
      const ray = screenRay(FROM, place, VIEW);
      const point = add(FROM.positionEnu, scale(ray, 70 / dot(ray, FROM.direction)));
      expectAt(ORTHO, point, place);
    }
  });

  it('and back gives the pose that it came from, or one before the surface in the middle', () => {
    expect(perspectivePose(ORTHO, null, FOV)).toEqual(FROM);
    const middle = add(FROM.positionEnu, scale(FROM.direction, 95));
    const near = perspectivePose(ORTHO, middle, FOV);
    expect(distance(near.positionEnu, middle)).toBeCloseTo(70, 9);
    expect(near.orthoHeightM).toBeUndefined();
  });
});

describe('the controls in an orthographic view', () => {
  const place: ScreenXy = [130, 410];
  const anchor = orthoPointAt(ORTHO, place, VIEW, 55);

  it('zoom to the cursor: the point under it stays, and the scale changes by the notch', () => {
    const zoom = createZoomMotion();
    zoom.push(2);
    zoom.aim(anchor);
    const nearer = zoom.step(ORTHO, Infinity) as OrthoPose;
    expectAt(nearer, anchor, place);
    expect(nearer.orthoHeightM).toBeCloseTo(ORTHO.orthoHeightM * 0.64, 9);
    // A point far behind the surface stays as well: no parallax.
    expectAt(nearer, add(anchor, scale(ORTHO.direction, 300)), place);
  });

  it('zoom no farther than the limits, and the point under the cursor stays there', () => {
    const least = zoomedAbout(ORTHO, anchor, 1e-9);
    expect(least.orthoHeightM).toBe(0.05);
    expectAt(least, anchor, place);
    expect(zoomedAbout(ORTHO, anchor, 1e9).orthoHeightM).toBe(100_000);
  });

  it('pan the held point to the cursor, at any angle to the ground and also behind the camera', () => {
    fc.assert(
      fc.property(numberBetween(0, 800), numberBetween(0, 500), numberBetween(-90, 200), (x, y, along) => {
        const held = orthoPointAt(ORTHO, place, VIEW, along);
        const grip = panAnchorAt(ORTHO, held, GROUND);
        const { orthoHeightM } = ORTHO;
        expectAt(panTo(grip, ORTHO, [x, y], VIEW, { orthoHeightM }), held, [x, y]);
        const pinched = panTo(grip, ORTHO, [x, y], VIEW, { orthoHeightM, zoom: 2 }) as OrthoPose;
        expect(pinched.orthoHeightM).toBeCloseTo(orthoHeightM / 2, 9);
        expectAt(pinched, held, [x, y]);
      }),
    );
  });

  it('orbit about a point that keeps its place on the screen', () => {
    const orbit = orbitAbout(ORTHO, anchor, place, GROUND);
    const turned = orbitBy(orbit, ORTHO, { headingRad: 0.7, pitchRad: -0.2, levelling: 0 }, VIEW);
    expectAt(turned, anchor, place);
    expect(turned.orthoHeightM).toBe(ORTHO.orthoHeightM);
    expect(distance(turned.direction, ORTHO.direction)).toBeGreaterThan(0.3);
  });

  it('hold a point at the distance of the scale where nothing is under the cursor', () => {
    const free = anchorAt(ORTHO, place, VIEW, GROUND, null);
    expectAt(ORTHO, free, place);
    expect(dot(subtract(free, ORTHO.positionEnu), ORTHO.direction)).toBeCloseTo(70, 9);
  });

  it('zoom, slide and turn by keys about the middle of the view', () => {
    const middle = add(ORTHO.positionEnu, scale(ORTHO.direction, 70));
    const idle = { forward: 0, right: 0, up: 0, yaw: 0, pitch: 0, isFast: false };
    const step = (input: object) => flyStep(ORTHO, { ...idle, ...input }, 500, GROUND) as OrthoPose;
    const nearer = step({ forward: 1 });
    expect(nearer.orthoHeightM).toBeLessThan(ORTHO.orthoHeightM);
    expectAt(nearer, middle, [400, 250]);
    expectAt(step({ yaw: 1, pitch: -1 }), middle, [400, 250]);
    expect(placeOf(step({ right: 1 }), middle)[0]).toBeLessThan(400);
    expect(placeOf(step({ up: 1 }), middle)[1]).toBeGreaterThan(250);
  });
});

describe('a flight between views of two projections', () => {
  it('stays orthographic between two orthographic views, and the scale changes evenly', () => {
    const to = orthoPose({ ...FROM, positionEnu: [90, 10, 45] }, 7, FOV);
    const path = flyPath(ORTHO, to, GROUND);
    const heights = [0, 0.25, 0.5, 0.75, 1].map((t) => path(t).orthoHeightM!);
    expect(heights[0]).toBe(ORTHO.orthoHeightM);
    expect(heights.at(-1)).toBe(to.orthoHeightM);
    expect(path(0)).toBe(ORTHO);
    expect(path(1)).toBe(to);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(to.orthoHeightM - 1e-9);
  });

  it('is perspective on the way otherwise, and ends with the projection of its end', () => {
    for (const [from, to] of [
      [FROM, ORTHO],
      [ORTHO, FROM],
    ] as const) {
      const path = flyPath(from, to, GROUND);
      expect(path(0.5).orthoHeightM).toBeUndefined();
      expect(path(1)).toBe(to);
    }
  });
});
