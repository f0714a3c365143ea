import { describe, expect, it } from 'vitest';
import { type Vec3, distance, ecefFromLla } from '@overlook/shared/maths';
import { pinPlace, pinScale } from './pin-place.ts';

describe('the scale of a pin', () => {
  it.each([
    [0, 1],
    [500_000, 1],
    [5_250_000, 0.8],
    [10_000_000, 0.6],
    [40_000_000, 0.6],
  ])('%d m away is %d', (metres, scale) => expect(pinScale(metres)).toBeCloseTo(scale, 12));
});

describe('the place of a pin', () => {
  const screen = { width: 800, height: 600 };
  const eye = ecefFromLla({ longitude: 0, latitude: 0, height: 20_000 });
  const showAt = (x: number, y: number) => (point: Vec3) => ({ x, y, distance: distance(point, eye) });
  const site = ecefFromLla({ longitude: 0.1, latitude: 0, height: 0 });

  it('is where its site appears', () => {
    expect(pinPlace(site, eye, showAt(400, 300), screen)).toEqual({ x: 400, y: 300, scale: 1 });
  });

  it('is null behind the camera, outside the screen or beyond the horizon', () => {
    expect(pinPlace(site, eye, () => null, screen)).toBeNull();
    expect(pinPlace(site, eye, showAt(-1, 300), screen)).toBeNull();
    expect(pinPlace(site, eye, showAt(400, 640), screen)).toBeNull();
    const antipode = ecefFromLla({ longitude: 180, latitude: 0, height: 0 });
    expect(pinPlace(antipode, eye, showAt(400, 300), screen)).toBeNull();
  });

  it('is none for a camera inside a plant', () => {
    const low = ecefFromLla({ longitude: 0, latitude: 0, height: 60 });
    expect(pinPlace(site, low, showAt(400, 300), screen)).toBeNull();
  });

  it('is none over the site that the camera is at', () => {
    const near = ecefFromLla({ longitude: 0, latitude: 0, height: 4000 });
    expect(
      pinPlace(
        ecefFromLla({ longitude: 0, latitude: 0, height: 0 }),
        near,
        (point) => ({
          x: 400,
          y: 300,
          distance: distance(point, near),
        }),
        screen,
      ),
    ).toBeNull();
  });
});
