import { describe, expect, it } from 'vitest';
import { type Lla, distance, llaFromEcef, ecefFromLla } from '@overlook/shared/maths';
import type { SectionBox } from '@overlook/engine';
import { findDefaultBox } from './default-box.ts';

const GROUND: Lla = { longitude: 138.4932, latitude: -35.0789, height: 40 };
const at = (height: number) => ecefFromLla({ ...GROUND, height });

/** Looks straight down on a place from this many metres above it; null for the sky. */
function stageOver(placeHeight: number | null, metres: number) {
  return {
    size: () => ({ width: 400, height: 300 }),
    pose: () => ({ position: at((placeHeight ?? GROUND.height) + metres), direction: [0, 0, -1], up: [0, 1, 0] }),
    pickSoon: (_x: number, _y: number, onPick: (pick: unknown) => void) =>
      onPick(placeHeight === null ? null : { pointEcef: at(placeHeight), layer: 3, featureId: null, errorMetres: 0 }),
  } as unknown as Parameters<typeof findDefaultBox>[0];
}

function defaultBox(stage: ReturnType<typeof stageOver>): SectionBox {
  let found: SectionBox | null = null;
  findDefaultBox(stage, GROUND, (box) => (found = box));
  return found!;
}

function bottomOf(box: SectionBox): number {
  return llaFromEcef(box.centerEcef).height - box.size[2] / 2;
}

describe('a new section box', () => {
  it.each([40, 40.4, 52])('is on the ground when the view shows a point %d m high', (height) => {
    const box = defaultBox(stageOver(height, 100));
    expect(box.size).toEqual([35, 35, 35]);
    expect(bottomOf(box)).toBeCloseTo(39.5, 3);
    expect(distance(box.centerEcef, at(39.5 + 17.5))).toBeLessThan(1e-3);
  });

  it('is on the ground of the site when the view shows the sky', () => {
    expect(bottomOf(defaultBox(stageOver(null, 100)))).toBeCloseTo(39.5, 3);
  });

  it.each([
    ['the top of a mast', 120],
    ['a pit', 20],
  ])('has %s in its middle, which a box on the ground would not reach', (_, height) => {
    const box = defaultBox(stageOver(height, 50));
    expect(distance(box.centerEcef, at(height))).toBeLessThan(1e-6);
  });
});
