import { type Vec3, normalize } from '@overlook/shared/maths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import { DISTANCE_OFFSET } from './site-layer-extension.ts';
import { SiteViewport } from './site-view.ts';
import { rayAt } from './view-rays.ts';

const direction = normalize([0, 5, -3]);
const viewWith = (fovYDeg: number, ortho: { orthoHeightM?: number; shift?: readonly [number, number] } = {}) =>
  new SiteViewport({
    id: 'site',
    x: 0,
    y: 0,
    width: 320,
    height: 200,
    positionEnu: [10, -50, 30],
    direction,
    up: normalize([0, 3, 5]),
    near: ortho.orthoHeightM ? -2e4 : 1,
    far: 1e5,
    fovYDeg,
    ...ortho,
  });
const viewport = viewWith(60);

describe('the view of a site', () => {
  it('finds a point again by its pixel and its distance along the view', () => {
    const coordinate = numberBetween(-40, 40);
    fc.assert(
      fc.property(coordinate, coordinate, coordinate, (e, n, u) => {
        const point: Vec3 = [e, n + 60, u];
        const [x, y] = viewport.project(point) as [number, number];
        const along = viewport.alongView(point);
        for (const found of [viewport.pointAt(x, y, along), viewport.unproject([x, y, along + DISTANCE_OFFSET])])
          found.forEach((value, k) => expect(value).toBeCloseTo(point[k]!, 5));
      }),
    );
  });

  it('has as many pixels per metre at a distance of 1 m as the height of the image', () => {
    expect(viewport.scale).toBeCloseTo(100 / Math.tan(Math.PI / 6), 9);
  });

  it.each([10, 60, 130])('shows the tiles and layers of deck.gl through the same lens of %s°', (fovYDeg) => {
    const view = viewWith(fovYDeg);
    const ray = rayAt(view.cameraFrame(), 40, 30).directionEnu;
    const [x, y] = view.project([10 + 50 * ray[0], -50 + 50 * ray[1], 30 + 50 * ray[2]]);
    expect(x).toBeCloseTo(40, 3);
    expect(y).toBeCloseTo(30, 3);
  });

  it.each([[[0, 0]], [[0.02, -0.01]]] as const)('is orthographic as the tiles are, shifted by %j', (shift) => {
    const view = viewWith(60, { orthoHeightM: 40, shift });
    expect(view.scale).toBeCloseTo(200 / 40, 9);
    const { originEnu, directionEnu } = rayAt(view.cameraFrame(), 40, 30);
    const [near, far] = [1e4, 3e4].map((t) => view.project(originEnu.map((value, k) => value + t * directionEnu[k]!)));
    for (const place of [near!, far!]) {
      expect(place[0]).toBeCloseTo(40 + 160 * shift[0], 3);
      expect(place[1]).toBeCloseTo(30 - 100 * shift[1], 3);
    }
  });

  it('finds a point of an orthographic view again, also behind its camera', () => {
    const view = viewWith(60, { orthoHeightM: 40 });
    for (const point of [
      [4, 12, 3],
      [12, -70, 40],
    ] as Vec3[]) {
      const [x, y] = view.project(point) as [number, number];
      const picked = view.alongView(point) - view.orthoDepth!.fromM + DISTANCE_OFFSET;
      view.unproject([x, y, picked]).forEach((value, k) => expect(value).toBeCloseTo(point[k]!, 5));
    }
  });

  it('leaves depths of clip space to deck.gl', () => {
    const [x, y, z] = viewport.project([10, 40, 0]) as [number, number, number];
    expect(z).toBeLessThan(1);
    viewport.unproject([x, y, z]).forEach((value, k) => expect(value).toBeCloseTo([10, 40, 0][k]!, 2));
  });
});
