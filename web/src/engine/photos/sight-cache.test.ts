import { expect, it } from 'vitest';
import type { Vec3 } from '@overlook/shared/maths';
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

it('asks once for a photo, a point and a model', async () => {
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
  const sights = await cache.ask([0, 10, 0], photos, 0);
  expect(sights.map(({ photoId }) => photoId)).toEqual(['a', 'b']);
  await cache.ask([0, 10.001, 0], photos, 0);
  expect(rays).toHaveLength(2);
  await cache.ask([0, 10.1, 0], [photo('b')], 0);
  expect(rays).toHaveLength(3);
  expect(cache.takeOutdated()).toBe(false);
  model = {};
  expect(cache.takeOutdated()).toBe(true);
  expect(cache.takeOutdated()).toBe(false);
  await cache.ask([0, 10, 0], photos, 0);
  expect(rays).toHaveLength(5);
});
