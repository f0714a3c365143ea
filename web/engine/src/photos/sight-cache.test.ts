import { expect, it } from 'vitest';
import type { Vec3 } from '@overlook/shared/maths';
import type { RayTest } from './photo-sight.ts';
import type { StagePhoto } from './photo.ts';
import { SightCache } from './sight-cache.ts';

const photo = (id: string): StagePhoto => ({
  id,
  positionEcef: [0, 0, 0],
  orientation: null,
  lens: null,
  kind: 'ground',
  label: '',
  thumbnailUrl: '',
  pictureUrl: null,
});

const target = (pointEcef: Vec3, sizeEnu: Vec3 | null = null) => ({ pointEcef, errorMetres: 0, sizeEnu });

it('computes once for a photo, a point and a model', async () => {
  let model = {};
  const rays: Vec3[] = [];
  const cache = new SightCache(
    (_origin, direction) => {
      rays.push(direction);
      return null;
    },
    () => model,
  );
  const photos = [photo('a'), photo('b')];
  const sights = await cache.ask(target([0, 10, 0]), photos);
  expect(sights.map(({ photoId }) => photoId)).toEqual(['a', 'b']);
  await cache.ask(target([0, 10.001, 0]), photos);
  expect(rays).toHaveLength(2);
  await cache.ask(target([0, 10.1, 0]), [photo('b')]);
  expect(rays).toHaveLength(3);
  expect(cache.takeOutdated()).toBe(false);
  model = {};
  expect(cache.takeOutdated()).toBe(true);
  expect(cache.takeOutdated()).toBe(false);
  await cache.ask(target([0, 10, 0]), photos);
  expect(rays).toHaveLength(5);
});

it('returns the visibility, and reports after a change of the model that results may differ', () => {
  let model = {};
  const wall = { modeltypeId: 3, featureId: null, distance: 5, errorMetres: 0.01 };
  let cast: ReturnType<RayTest> = { pick: wall, isCovered: true, isRead: true };
  const cache = new SightCache(
    () => cast,
    () => model,
  );
  expect(cache.isHidden([0, 0, 0], [0, 10, 0])).toBe(true);
  expect(cache.isHidden([0, 0, 0], [0, 5, 0])).toBe(false);
  expect(cache.isHidden([0, 0, 0], [0, 0, 0])).toBe(false);
  expect(cache.takeOutdated()).toBe(false);
  model = {};
  cast = null;
  expect(cache.takeOutdated()).toBe(true);
  expect(cache.isHidden([0, 0, 0], [0, 10, 0])).toBeNull();
});

it('tells of objects of different sizes at the same place, and of the point there, what is seen of each', async () => {
  const wall = { modeltypeId: 3, featureId: null, distance: 5, errorMetres: 0.01 };
  const model = {};
  const cache = new SightCache(
    () => ({ pick: wall, isCovered: true, isRead: true }),
    () => model,
  );
  const sphere: StagePhoto = {
    ...photo('a'),
    positionEcef: [6_378_137, 0, 0],
    orientation: { direction: [0, 1, 0], up: [1, 0, 0] },
    lens: { projection: 'equirectangular', widthPx: 4096, heightPx: 2048, crop: null },
  };
  const verdictOf = async (sizeEnu: Vec3 | null) =>
    (await cache.ask(target([6_378_137, 10, 0], sizeEnu), [sphere]))[0]!.verdict;
  // The wall is 5 m before the place: of the large object it is a part, and it hides the others.
  expect(await verdictOf([14, 14, 14])).toBe('sees');
  expect(await verdictOf([1, 1, 1])).toBe('hidden');
  expect(await verdictOf(null)).toBe('hidden');
});
