import { describe, expect, it } from 'vitest';
import type { PhotoLens, Vec3 } from '@overlook/shared/maths';
import { type RayTest, sightOf } from './photo-sight.ts';
import type { StagePhoto } from './photo.ts';

/** Half angles: 45° horizontally, 36.87° vertically. */
const LENS: PhotoLens = { projection: 'perspective', widthPx: 400, heightPx: 300, hfovDeg: 90 };
const SPHERE: PhotoLens = { projection: 'equirectangular', widthPx: 400, heightPx: 200, crop: null };
const HALF: PhotoLens = {
  ...SPHERE,
  widthPx: 200,
  crop: { fullWidthPx: 400, fullHeightPx: 200, leftPx: 100, topPx: 0 },
};

/** Looks along y; x is on its right. */
const photo = (changes: Partial<StagePhoto> = {}): StagePhoto => ({
  id: '1',
  positionEcef: [0, 0, 0],
  orientation: { direction: [0, 1, 0], up: [0, 0, 1] },
  lens: LENS,
  kind: 'ground',
  label: '',
  thumbnailUrl: '',
  pictureUrl: null,
  ...changes,
});

/** A wall at a distance from the camera, metres; `null` for none. */
const wall =
  (distance: number | null, { errorMetres = 0.01, isCovered = true } = {}): RayTest =>
  (_origin, _direction, lengthM) => ({
    pick:
      distance === null || distance > lengthM
        ? null
        : { modeltypeId: 4, featureId: 7, distance, errorMetres: errorMetres },
    isCovered,
    isRead: true,
  });

const AHEAD: Vec3 = [0, 10, 0];
const verdict = (of: StagePhoto, point: Vec3, castRay: RayTest, errorMetres = 0) =>
  sightOf(of, point, errorMetres, castRay).verdict;

it('has the pixel, distance and angle of the point, and its occluder', () => {
  const sight = sightOf(photo(), [10, 10, 0], 0, wall(4));
  expect(sight).toMatchObject({ photoId: '1', behind: null, verdict: 'outside' });
  expect(sight.viewAngleDeg).toBeCloseTo(45, 9);
  const hidden = sightOf(photo(), [5, 10, 5], 0, wall(4));
  expect(hidden.behind).toEqual({ layer: 4, featureId: 7, distanceM: 4 });
  expect(hidden.pixel).toEqual({ x: expect.closeTo(300, 9) as number, y: expect.closeTo(50, 9) as number });
  expect(hidden.distanceM).toBeCloseTo(Math.sqrt(150), 9);
});

describe('the verdict', () => {
  it('is "sees" where the ray reaches the point or hits nothing', () => {
    expect(verdict(photo(), AHEAD, wall(9.99))).toBe('sees');
    expect(verdict(photo(), AHEAD, wall(null))).toBe('sees');
  });

  it('is "hidden" if a surface is more than five centimetres nearer, or more than the error of surface or point', () => {
    expect(verdict(photo(), AHEAD, wall(9.94))).toBe('hidden');
    expect(verdict(photo(), AHEAD, wall(9.5, { errorMetres: 0.6 }))).toBe('sees');
    expect(verdict(photo(), AHEAD, wall(9.5), 0.6)).toBe('sees');
    expect(verdict(photo(), AHEAD, wall(9.5, { errorMetres: 0.4 }))).toBe('hidden');
  });

  it('is "unknown" where only a coarse surface may hide the point, and where the model is missing', () => {
    expect(sightOf(photo(), AHEAD, 0, wall(6, { errorMetres: 8 }))).toMatchObject({ unknownFor: 'coarse' });
    expect(sightOf(photo(), AHEAD, 0, wall(null, { isCovered: false }))).toMatchObject({ unknownFor: 'missing' });
    expect(sightOf(photo(), AHEAD, 0, wall(10))).toMatchObject({ unknownFor: null });
    expect(verdict(photo(), AHEAD, wall(6, { errorMetres: 8 }))).toBe('unknown');
    expect(verdict(photo(), AHEAD, wall(null, { isCovered: false }))).toBe('unknown');
    expect(verdict(photo(), AHEAD, () => null)).toBe('unknown');
  });

  it('is "outside" beyond the edges and behind the camera, without a ray', () => {
    const never: RayTest = () => expect.unreachable();
    expect(verdict(photo(), [11, 10, 0], never)).toBe('outside');
    expect(verdict(photo(), [0, 10, 8], never)).toBe('outside');
    expect(verdict(photo(), [0, -10, 0], never)).toBe('outside');
  });

  it('is never "outside" in a whole sphere, with or without angles, but may be in a part of one', () => {
    const behind: Vec3 = [0, -10, 0];
    expect(verdict(photo({ lens: SPHERE }), behind, wall(null))).toBe('sees');
    expect(verdict(photo({ lens: SPHERE, orientation: null }), behind, wall(null))).toBe('sees');
    expect(verdict(photo({ lens: SPHERE, orientation: null }), behind, wall(3))).toBe('hidden');
    expect(verdict(photo({ lens: HALF }), behind, wall(null))).toBe('outside');
    expect(verdict(photo({ lens: HALF }), AHEAD, wall(null))).toBe('sees');
  });

  it('is "hidden" or "unknown" without angles or lens', () => {
    const bare = [photo({ orientation: null }), photo({ lens: null })];
    expect(bare.map((of) => sightOf(of, AHEAD, 0, wall(null)).unknownFor)).toEqual(['direction', 'lens']);
    for (const of of bare) {
      expect(verdict(of, AHEAD, wall(null))).toBe('unknown');
      expect(verdict(of, AHEAD, wall(3))).toBe('hidden');
      expect(sightOf(of, AHEAD, 0, wall(3)).pixel).toBeNull();
    }
  });
});
