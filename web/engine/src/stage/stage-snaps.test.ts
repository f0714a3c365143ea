import { type Vec3, distance, enuFrame, transformPoint } from '@overlook/shared/maths';
import { beforeEach, expect, it } from 'vitest';
import { FakeElement, FakePage } from '../overlays/testing/fake-page.ts';
import { box, drawn, lookingAt } from '../snapping/testing/meshes.ts';
import type { Unrefined } from '../tools/tool.ts';
import { StageSnaps } from './stage-snaps.ts';
import type { ViewPicker } from './view-picker.ts';

const frame = enuFrame({ longitude: 117, latitude: -35, height: 10 });
const CORNER: Vec3 = [0, 0, 2];

/** Finest tiles with a cube whose upper corner is {@link CORNER}. */
const finest = drawn([{ ...box([0, 0, 0], [2, 2, 2]), feature: 7 }]);
let isRead: boolean;
const picker = {
  now: () => ({
    camera: lookingAt([9, -12, 8], [1, 1, 1]),
    frame,
    scene: {
      sideOf: ({ modeltypeId }: Unrefined) => (modeltypeId === 4 ? { finest: finest.items } : null),
      picks: {
        geometry: { atHand: () => ({ get: finest.geometries.get, isComplete: isRead }) },
        options: { shownOf: () => finest.shown },
      },
    },
  }),
} as unknown as ViewPicker;

let snaps: StageSnaps;
beforeEach(() => {
  isRead = true;
  const container = new FakeElement(new FakePage()) as unknown as HTMLElement;
  const marker = { show: () => {}, hide: () => {}, destroy: () => {} };
  snaps = new StageSnaps({ container, onReport: () => {}, onHit: () => {} }, marker);
});

/** A point that was snapped on a coarse tile. */
const coarse = (pointEnu: Vec3, modeltypeId = 4): Unrefined => {
  const pointEcef = transformPoint(frame.ecefFromEnu, pointEnu);
  const ray = { origin: pointEcef, direction: [0, 0, -1] as Vec3 };
  return { pointEcef, modeltypeId, takenOn: '2026-03-14', errorMetres: 0.3, ray, snap: 'vertex' };
};

const repickOf = (place: Unrefined) => snaps.repick(picker, place.ray!, place);

it('finds the corner of a coarse tile again in the finest one', () => {
  const hit = repickOf(coarse([0.1, 0, 2.05]))!;
  expect(distance(hit.pointEcef, transformPoint(frame.ecefFromEnu, CORNER))).toBeLessThan(1e-6);
  expect(hit).toMatchObject({ snap: 'vertex', featureId: 7, errorMetres: 0, takenOn: '2026-03-14' });
});

it('says that it does not know yet, and that there is none', () => {
  expect(repickOf(coarse([1, 0, 2]))).toBeNull();
  expect(repickOf(coarse(CORNER, 1))).toBeNull();
  isRead = false;
  expect(repickOf(coarse(CORNER))).toBeUndefined();
});
