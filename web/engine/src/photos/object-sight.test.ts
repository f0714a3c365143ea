import { expect, it } from 'vitest';
import { type PhotoLens, type Vec3, add, enuAxesAt, ecefFromLla, scale } from '@overlook/shared/maths';
import { objectSightOf } from './object-sight.ts';
import type { RayTest } from './photo-sight.ts';
import type { StagePhoto } from './photo.ts';

const EYE = ecefFromLla({ longitude: 138.4932, latitude: -35.0789, height: 30 });
const { east, north, up } = enuAxesAt(EYE);
const at = (x: number, y: number, z: number): Vec3 => add(EYE, add(scale(east, x), add(scale(north, y), scale(up, z))));
/** Half angles: 45° horizontally, 36.87° vertically. */
const LENS: PhotoLens = { projection: 'perspective', widthPx: 400, heightPx: 300, hfovDeg: 90 };
const SPHERE: PhotoLens = { projection: 'equirectangular', widthPx: 400, heightPx: 200, crop: null };

/** Looks north; east is on its right. */
const photo = (changes: Partial<StagePhoto> = {}): StagePhoto => ({
  id: '1',
  positionEcef: EYE,
  orientation: { direction: north, up },
  lens: LENS,
  kind: 'ground',
  label: '',
  thumbnailUrl: '',
  pictureUrl: null,
  ...changes,
});

/** An object that fills its box, which begins 10 m north of the camera, and a wall 5 m north that begins `wallFrom` m east. */
const scene =
  (wallFrom: number, { isObject = true, isCovered = true } = {}): RayTest =>
  (_origin, direction, lengthM) => {
    const along = (axis: Vec3) => direction[0] * axis[0] + direction[1] * axis[1] + direction[2] * axis[2];
    const [x, y] = [along(east), along(north)];
    const surface = (northM: number, featureId: number) => ({
      modeltypeId: 4,
      featureId,
      distance: northM / y,
      errorMetres: 0.01,
    });
    const isBehindWall = y > 0 && (5 * x) / y > wallFrom;
    const met = isBehindWall ? surface(5, 7) : isObject && y > 0 ? surface(10.2, 3) : null;
    return { pick: met && met.distance <= lengthM ? met : null, isCovered, isRead: true };
  };

/** An object in the given box. */
const filled: RayTest = (_origin, _direction, lengthM) => ({
  pick: { modeltypeId: 4, featureId: 3, distance: lengthM - 0.001, errorMetres: 0.01 },
  isCovered: true,
  isRead: true,
});

const BOX = { middleEcef: at(0, 11, 0), sizeEnu: [4, 2, 2] as Vec3 };
const sight = (of: StagePhoto, castRay: RayTest, box = BOX) => objectSightOf(of, box, castRay);

it('sees all of an object that nothing hides', () => {
  expect(sight(photo(), scene(Infinity))).toMatchObject({ verdict: 'sees', share: 1, behind: null });
});

it('sees part of one that a wall hides by half, and says what hides it', () => {
  const { verdict, share, behind } = sight(photo(), scene(0));
  expect(verdict).toBe('part');
  expect(share).toBeCloseTo(0.5, 9);
  expect(behind).toMatchObject({ layer: 4, featureId: 7 });
});

it('is hidden behind a wall that covers all of it', () => {
  expect(sight(photo(), scene(-Infinity))).toMatchObject({ verdict: 'hidden', share: 0, behind: { featureId: 7 } });
});

it('counts parts outside the picture as not seen; a whole sphere has no outside', () => {
  const wide = { middleEcef: at(11, 11, 0), sizeEnu: [8, 2, 2] as Vec3 };
  const { verdict, share, behind } = sight(photo(), filled, wide);
  expect([verdict, behind]).toEqual(['part', null]);
  expect(share).toBeGreaterThan(0.4);
  expect(share).toBeLessThan(0.6);
  expect(sight(photo({ lens: SPHERE, orientation: null }), filled, wide)).toMatchObject({ share: 1 });
  const south = { middleEcef: at(0, -11, 0), sizeEnu: [4, 2, 2] as Vec3 };
  expect(sight(photo(), filled, south)).toMatchObject({ verdict: 'outside', share: 0 });
});

it('is not known without pose or lens, without the model, and where nothing fills the box', () => {
  const unknown = { verdict: 'unknown', share: null, behind: null };
  expect(sight(photo({ lens: null }), scene(Infinity))).toMatchObject({ ...unknown, unknownFor: 'lens' });
  expect(sight(photo(), () => null)).toMatchObject({ ...unknown, unknownFor: 'missing' });
  const unloaded = scene(Infinity, { isObject: false, isCovered: false });
  expect(sight(photo(), unloaded)).toMatchObject({ ...unknown, unknownFor: 'missing' });
  expect(sight(photo(), scene(Infinity, { isObject: false }))).toMatchObject({ ...unknown, unknownFor: 'empty' });
});

it('agrees with the shares of a wall at any place', () => {
  for (const edge of [-0.6, -0.3, 0.2, 0.45, 0.7]) {
    // The share of samples of the box whose ray passes beside the wall.
    const places = [-1.5, -0.5, 0.5, 1.5].flatMap((x) =>
      [10.25, 10.75, 11.25, 11.75].map((y) => ((5 * x) / y > edge ? 0 : 1)),
    );
    const free = places.reduce<number>((sum, one) => sum + one, 0) / places.length;
    expect(sight(photo(), scene(edge)).share).toBeCloseTo(free, 9);
  }
});
