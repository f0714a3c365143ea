import { describe, expect, it } from 'vitest';
import { type Vec3, dot, panoramaLevels, photoOrientationEnu, photoRayOf, rightOf } from '@overlook/shared/maths';
import { draggedLook, limitedLook, lookRayEnu, photoFromLook, zoomedLook } from './panorama-look.ts';
import { levelFor, TileLayers, tileKey, tilesInView } from './panorama-tiles.ts';

const SIZE = { widthPx: 600, heightPx: 400 };
const LOOK = { headingDeg: 40, pitchDeg: 10, fovDeg: 75 };
const ANGLES = { headingDeg: 90, pitchDeg: 4, rollDeg: -3 };
const LENS = { projection: 'equirectangular', widthPx: 8192, heightPx: 4096, crop: null } as const;
const camera = { position: [0, 0, 0] as Vec3, ...photoOrientationEnu(ANGLES), lens: LENS };

describe('a look into a panorama', () => {
  it('stays within its limits', () => {
    expect(limitedLook({ headingDeg: -10, pitchDeg: 100, fovDeg: 5 })).toEqual({
      headingDeg: 350,
      pitchDeg: 85,
      fovDeg: 20,
    });
    expect(limitedLook({ headingDeg: 725, pitchDeg: -90, fovDeg: 150 })).toEqual({
      headingDeg: 5,
      pitchDeg: -85,
      fovDeg: 120,
    });
  });

  it('has its axis at the centre of the view, and half its field of view at the edge', () => {
    const axis = photoOrientationEnu({ headingDeg: 40, pitchDeg: 10, rollDeg: 0 }).direction;
    expect(dot(lookRayEnu(LOOK, SIZE, 300, 200), axis)).toBeCloseTo(1, 12);
    expect((Math.acos(dot(lookRayEnu(LOOK, SIZE, 600, 200), axis)) * 180) / Math.PI).toBeCloseTo(37.5, 9);
  });

  it('keeps the direction at the centre under the finger for a small drag', () => {
    const before = lookRayEnu(LOOK, SIZE, 300, 200);
    const after = lookRayEnu(draggedLook(LOOK, SIZE, 3, -2), SIZE, 303, 198);
    expect((Math.acos(Math.min(1, dot(before, after))) * 180) / Math.PI).toBeLessThan(0.02);
  });

  it('keeps the direction under the cursor while it zooms', () => {
    const level = { ...LOOK, pitchDeg: 0 };
    const before = lookRayEnu(level, SIZE, 450, 200);
    const after = lookRayEnu(zoomedLook(level, SIZE, 0.8, 450, 200), SIZE, 450, 200);
    expect((Math.acos(Math.min(1, dot(before, after))) * 180) / Math.PI).toBeLessThan(0.01);
  });

  it('rotates its axes to those of the photo', () => {
    const m = photoFromLook(LOOK, ANGLES);
    const photo = photoOrientationEnu(ANGLES);
    const ray = lookRayEnu(LOOK, SIZE, 300, 200);
    expect(m[6]).toBeCloseTo(dot(ray, rightOf(photo)), 6);
    expect(m[7]).toBeCloseTo(dot(ray, photo.up), 6);
    expect(m[8]).toBeCloseTo(dot(ray, photo.direction), 6);
  });
});

describe('the tiles of a panorama', () => {
  const levels = panoramaLevels(8192, 4096, 512);
  const inView = (index: number) =>
    tilesInView(camera, { index, size: levels[index]! }, SIZE, (x, y) => lookRayEnu(LOOK, SIZE, x, y));

  it('are of the coarsest level with the resolution of the screen', () => {
    expect(levelFor(levels, 8192, 8192, 300)).toBe(0);
    expect(levelFor(levels, 8192, 8192, 500)).toBe(1);
    expect(levelFor(levels, 8192, 8192, 5000)).toBe(2);
  });

  it('cover every pixel of the view, the centre first', () => {
    const tiles = inView(2);
    const keys = new Set(tiles.map(tileKey));
    for (let i = 0; i < 400; i++) {
      const [x, y] = [((i * 0.618) % 1) * 600, ((i * 0.414) % 1) * 400];
      const ray = lookRayEnu(LOOK, SIZE, x, y);
      const [r, u, a] = [dot(ray, rightOf(camera)), dot(ray, camera.up), dot(ray, camera.direction)];
      const column = Math.floor(((Math.atan2(r, a) / (2 * Math.PI) + 0.5) * 8192) / 512);
      const row = Math.floor(((0.5 - Math.asin(u) / Math.PI) * 4096) / 512);
      expect(keys).toContain(`2/${column}/${row}`);
    }
    const first = tiles[0]!;
    const middle = photoRayOf(camera, { x: (first.column + 0.5) * 512, y: (first.row + 0.5) * 512 });
    expect(dot(middle, lookRayEnu(LOOK, SIZE, 300, 200))).toBeGreaterThan(Math.cos((20 * Math.PI) / 180));
  });

  it('release the least recently used layer', () => {
    const layers = new TileLayers(2);
    expect(layers.assign('a')).toEqual({ layer: 0, evicted: null });
    expect(layers.assign('b')).toEqual({ layer: 1, evicted: null });
    expect(layers.layer('a')).toBe(0);
    expect(layers.assign('c')).toEqual({ layer: 1, evicted: 'b' });
    expect(layers.layer('b')).toBeNull();
  });
});
