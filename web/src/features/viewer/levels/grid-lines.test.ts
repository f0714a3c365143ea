import { describe, expect, it } from 'vitest';
import {
  add,
  ecefFromLla,
  enuFrame,
  llaFromEcef,
  type Pose,
  RAD_PER_DEG,
  scale,
  transformDirection,
  utmFromLla,
  type Vec3,
} from '@overlook/shared/maths';
import { type GridCoordinates, planGrid, roundStep } from './grid-lines.ts';

const ORIGIN = { longitude: 138.4932, latitude: -35.0789, height: 30 };
const { ecefFromEnu } = enuFrame(ORIGIN);
const SIZE = [1000, 600] as const;
const UTM: GridCoordinates = {
  isDegrees: false,
  fromLla: (lla) => {
    const { easting, northing } = utmFromLla(lla);
    return [easting, northing];
  },
};
const DEGREES: GridCoordinates = { isDegrees: true, fromLla: ({ longitude, latitude }) => [longitude, latitude] };

/** Straight down on the origin, turned clockwise, with so many metres in the height of the picture. */
function above(orthoHeightM: number, headingDeg = 0): Pose {
  const heading = headingDeg * RAD_PER_DEG;
  const towards = (enu: Vec3) => transformDirection(ecefFromEnu, enu);
  return {
    position: ecefFromLla({ ...ORIGIN, height: 400 }),
    direction: towards([0, 0, -1]),
    up: towards([Math.sin(heading), Math.cos(heading), 0]),
    orthoHeightM,
  };
}

/** The point of the ground under a CSS pixel. */
function groundAt({ position, direction, up, orthoHeightM }: Pose, [x, y]: readonly [number, number]): Vec3 {
  const right: Vec3 = [
    direction[1] * up[2] - direction[2] * up[1],
    direction[2] * up[0] - direction[0] * up[2],
    direction[0] * up[1] - direction[1] * up[0],
  ];
  const perPx = orthoHeightM! / SIZE[1];
  const seen = add(position, add(scale(right, (x - SIZE[0] / 2) * perPx), scale(up, (SIZE[1] / 2 - y) * perPx)));
  return add(seen, scale(direction, llaFromEcef(seen).height - ORIGIN.height));
}

describe('the grid of a plan', () => {
  it.each([0, 33, 90])('has its lines where their coordinates are, turned by %d°', (heading) => {
    const pose = above(60, heading);
    const { lines, step } = planGrid(pose, SIZE, ORIGIN.height, UTM)!;
    expect(step).toBe(10);
    expect(lines.length).toBeGreaterThan(12);
    for (const { ends, text } of lines) {
      const value = Number(text.slice(2).replaceAll(',', ''));
      for (const end of ends) {
        const { easting, northing } = utmFromLla(llaFromEcef(groundAt(pose, end)));
        expect(Math.abs((text.startsWith('E') ? easting : northing) - value)).toBeLessThan(0.01);
      }
    }
  });

  it('has the figures of eastings above and those of northings at the left, and the reverse in a view to the east', () => {
    const places = (heading: number) =>
      [
        ...new Set(
          planGrid(above(60, heading), SIZE, ORIGIN.height, UTM)!.lines.map(({ text, label }) => text[0] + label),
        ),
      ].toSorted();
    expect(places(0)).toEqual(['Etop', 'Nleft']);
    expect(places(90)).toEqual(['Eleft', 'Ntop']);
  });

  it('thins out by itself', () => {
    for (const heightM of [0.7, 5, 83, 400, 12_000]) {
      const { lines } = planGrid(above(heightM), SIZE, ORIGIN.height, UTM)!;
      for (const axis of ['E', 'N'])
        expect(lines.filter(({ text }) => text.startsWith(axis)).length).toBeLessThanOrEqual(12);
    }
  });

  it('is of degrees where coordinates are, with the decimals of its step', () => {
    const { lines } = planGrid(above(60), SIZE, ORIGIN.height, DEGREES)!;
    expect(lines.map(({ text }) => text)).toContain('138.4930°');
  });

  it('is not there in perspective, at an angle, and outside of the area of its coordinates', () => {
    const { orthoHeightM: _, ...perspective } = above(60);
    const tilted = { ...above(60), direction: transformDirection(ecefFromEnu, [0, 0.01, -Math.sqrt(1 - 1e-4)]) };
    for (const pose of [perspective, tilted]) expect(planGrid(pose, SIZE, 30, UTM)).toBeNull();
    expect(planGrid(above(60), SIZE, 30, { ...UTM, fromLla: () => null })).toBeNull();
  });
});

it.each([
  [0.7, 1],
  [1, 1],
  [1.01, 2],
  [3, 5],
  [51, 100],
  [0.004, 0.005],
])('a step of at least %d is %d', (least, step) => expect(roundStep(least)).toBeCloseTo(step, 12));
