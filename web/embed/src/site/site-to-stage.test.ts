import { describe, expect, it } from 'vitest';
import { ecefFromLla } from '@overlook/shared/maths';
import type { Bookmark, Model, Site } from '@overlook/shared/schemas';
import { siteToStage } from './site-to-stage.ts';

const origin = { longitude: 138.49, latitude: -35.08, height: 30 };
const [x, y, z] = ecefFromLla({ ...origin, height: 180 });
const homeBookmark: Bookmark = {
  position: { x, y, z },
  direction: { x: 0, y: 1, z: 0 },
  up: { x: 0, y: 0, z: 1 },
  right: { x: 1, y: 0, z: 0 },
  transform: Array.from({ length: 16 }, () => 0),
  frustum: { near: 1, far: 1000 },
};
const site = (meta: Site['data']['meta'], modelSettings: 0 | 1 = 0): Site => ({
  id: 1,
  name: 'Plant',
  description: '',
  slug: 'plant',
  modelSettings,
  nearbyImagesType: 0,
  hasPicture: false,
  data: { avatar: null, minimapMaxNativeZoom: null, meta },
});
const models: Model[] = [
  {
    id: 1,
    modelgroupId: 1,
    modeltypeId: 3,
    filepath: '/api/files/models/plant/tileset.json',
    plan: null,
    publishedAt: null,
  },
];

describe('a site for the viewer', () => {
  it('is at its own origin and starts at its home view', () => {
    const stage = siteToStage(site({ homeBookmark, origin }), models);
    expect(stage?.origin).toEqual(origin);
    expect(stage?.homePose).toEqual({ position: [x, y, z], direction: [0, 1, 0], up: [0, 0, 1] });
    expect(stage?.layers).toEqual([{ modeltypeId: 3, url: '/api/files/models/plant/tileset.json' }]);
    expect(stage?.quality?.screenSpaceError.textured.balanced).toBe(22);
  });

  it('is under its home view when it has no origin', () => {
    const stage = siteToStage(site({ homeBookmark, origin: null }, 1), models);
    expect(stage?.origin.longitude).toBeCloseTo(138.49, 9);
    expect(stage?.origin.height).toBe(0);
    expect(stage?.quality?.screenSpaceError.textured.balanced).toBe(150);
  });

  it('lets the viewer choose the home view when none is stored', () => {
    expect(siteToStage(site({ homeBookmark: null, origin }), models)?.homePose).toBeNull();
  });

  it('is nothing without a place', () =>
    expect(siteToStage(site({ homeBookmark: null, origin: null }), models)).toBeNull());
});
