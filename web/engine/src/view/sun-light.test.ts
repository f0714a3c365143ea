import { expect, it } from 'vitest';
import { RAD_PER_DEG } from '@overlook/shared/maths';
import { lightValues, sunLight } from './sun-light.ts';
import { standardSunPosition } from './sun-position.ts';

const at = (elevationDeg: number) => sunLight({ azimuthRad: 4.6, elevationRad: elevationDeg * RAD_PER_DEG });
const sum = (color: readonly number[]) => color.reduce((all, value) => all + value, 0);
const warmth = ({ sun }: ReturnType<typeof at>) => sun[0] / sun[2];

it('the lower the sun, the weaker beside the sky and the warmer is its light', () => {
  const heights = [60, 35, 15, 5, 1];
  heights.slice(1).forEach((lower, i) => {
    const share = ({ sun, sky }: ReturnType<typeof at>) => sum(sun) / sum(sky);
    expect(share(at(lower))).toBeLessThan(share(at(heights[i]!)));
    expect(warmth(at(lower))).toBeGreaterThan(warmth(at(heights[i]!)));
  });
});

it('there is no sun and no shadow at night, and light enough to read a plant', () => {
  for (const down of [-0.1, -5, -40]) {
    expect(at(down).sun).toEqual([0, 0, 0]);
    expect(at(down).hasShadows).toBe(false);
    // White is a third of white or more.
    expect(Math.min(...at(down).sky) ** (1 / 2.2)).toBeGreaterThan(0.35);
    expect(Math.min(...at(down).ground) ** (1 / 2.2)).toBeGreaterThan(0.18);
  }
});

it('never leaps while the sun moves', () => {
  for (let elevation = -20; elevation < 80; elevation += 0.25) {
    const [one, next] = [at(elevation), at(elevation + 0.25)];
    for (const part of ['sun', 'sky', 'ground'] as const)
      expect(Math.abs(sum(one[part]) - sum(next[part]))).toBeLessThan(0.12);
  }
});

it('in the standard light level white ground is white in the sun and less than two thirds of that in a shadow', () => {
  for (const latitude of [-60, -35, 0, 20, 50, 60]) {
    const { sun, sky, direction, hasShadows } = sunLight(standardSunPosition(latitude));
    const shown = (share: number) => [0, 1, 2].map((i) => (sky[i]! + share * sun[i]! * direction[2]) ** (1 / 2.2));
    expect(hasShadows).toBe(true);
    expect(shown(1)[1]).toBeGreaterThan(0.85);
    expect(shown(1)[1]).toBeLessThan(1.05);
    expect(shown(0)[1]! / shown(1)[1]!).toBeLessThan(0.7);
    // Warmer than the shadow.
    expect(shown(1)[0]! / shown(1)[2]!).toBeGreaterThan(1.1 * (shown(0)[0]! / shown(0)[2]!));
  }
});

it('a shader gets the direction and the three lights', () => {
  const light = at(30);
  expect([...lightValues(light)]).toEqual([
    ...Float32Array.from([...light.direction, ...light.sun, ...light.sky, ...light.ground]),
  ]);
});
