import { _GlobeView as GlobeView, MapView, type Viewport, WebMercatorViewport } from '@deck.gl/core';
import {
  type Lla,
  type Vec3,
  add,
  distance,
  enuFrame,
  llaFromEcef,
  ecefFromLla,
  transformPoint,
  toMat4,
  type Mat4,
} from '@overlook/shared/maths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import { commonFromEnu, commonFromLla, hostSpaceOf, llaFromCommon } from './host-space.ts';
import { clipFromBent, type Placement, placementOf } from './placement.ts';

const latitude = numberBetween(-70, 70);
const longitude = numberBetween(-179, 179);
const height = numberBetween(-50, 400);
const origins = fc.record({ longitude, latitude, height });
const sideways = (reach: number) => numberBetween(-reach, reach);
const points = (reach: number) => fc.tuple(sideways(reach), sideways(reach), numberBetween(-40, 250));

/** ENU metres of the site with the quadratic terms added, as the shaders do, so that the linear part gives common space. */
function bent({ bend }: Placement, [e, n, u]: Vec3): Vec3 {
  const terms = [e * e, n * n, u * u, e * n, e * u, n * u];
  const sum = (axis: number) => terms.reduce((total, term, i) => total + term * bend[6 * axis + i]!, 0);
  return [e + sum(0), n + sum(1), u + sum(2)];
}

/** Distance of a placed point from its exact common position, in metres at the latitude of the origin. */
function errorMetres(space: 'mercator' | 'globe', origin: Lla, pointEnu: Vec3): number {
  const frame = enuFrame(origin);
  const placement = placementOf(space, frame);
  const got = transformPoint(withOrigin(placement), bent(placement, pointEnu));
  const unitsPerMetre = Math.hypot(placement.linear[0], placement.linear[1], placement.linear[2]);
  return distance(got, commonFromEnu(space, frame, pointEnu, 0)) / unitsPerMetre;
}

function withOrigin({ originCommon, linear }: ReturnType<typeof placementOf>): Mat4 {
  return toMat4([...Array.from(linear).slice(0, 12), ...originCommon, 1]);
}

describe('the placement of a site in a geographic view', () => {
  it.each(['mercator', 'globe'] as const)('is within a millimetre at 2 km from the origin (%s)', (space) => {
    fc.assert(
      fc.property(origins, points(1400), (origin, point) => {
        expect(errorMetres(space, origin, point)).toBeLessThan(0.001);
      }),
    );
  });

  it.each(['mercator', 'globe'] as const)('is within 5 cm at 7 km from the origin (%s)', (space) => {
    fc.assert(
      fc.property(origins, points(5000), (origin, point) => {
        expect(errorMetres(space, origin, point)).toBeLessThan(0.05);
      }),
    );
  });

  it("matches deck.gl's position of the same longitude, latitude and height in float32", () => {
    const far = { pitch: 55, bearing: 30, zoom: 17, width: 800, height: 600 };
    fc.assert(
      fc.property(origins, points(1000), (origin, point) => {
        const { longitude: lng, latitude: lat } = origin;
        const viewport = new WebMercatorViewport({ ...far, longitude: lng, latitude: lat });
        const frame = enuFrame(origin);
        const pixelOf = (pointEnu: Vec3) => {
          const place = llaFromEcef(transformPoint(frame.ecefFromEnu, pointEnu));
          return viewport.project([place.longitude, place.latitude, place.height]) as Vec3;
        };
        const [x, y] = pixelOf(point);
        const [gotX, gotY, w] = projected(viewport, origin, point);
        // Behind the camera, projections of deck.gl are mirrored.
        fc.pre(w > 0.3);
        const steps = (
          [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ] as Vec3[]
        ).map((step) => pixelOf(add(point, step)));
        const pixelsPerMetre = Math.max(...steps.map((at) => Math.hypot(at[0] - x, at[1] - y)));
        expect(Math.hypot(gotX - x, gotY - y) / pixelsPerMetre).toBeLessThan(0.05);
      }),
    );
  });

  it('keeps metres in a view without geographic coordinates', () => {
    const { originCommon, linear, bend } = placementOf(
      'local',
      enuFrame({ longitude: 8, latitude: 47, height: 400 }),
      2,
    );
    expect(originCommon).toEqual([0, 0, 2]);
    expect(linear).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    expect(bend.every((term) => term === 0)).toBe(true);
  });

  it('raises the plant by the given height', () => {
    const frame = enuFrame({ longitude: 8, latitude: 47, height: 400 });
    const { originCommon } = placementOf('mercator', frame, -400);
    expect(originCommon[2]).toBeCloseTo(0, 12);
  });
});

describe('the common space of a view', () => {
  it('equals that of deck.gl', () => {
    const state = { longitude: 138.5, latitude: -34.9, zoom: 5, width: 800, height: 600 };
    const map = new WebMercatorViewport(state);
    const globe = new GlobeView().makeViewport({ width: 800, height: 600, viewState: state })!;
    expect(hostSpaceOf(map)).toBe('mercator');
    expect(hostSpaceOf(globe)).toBe('globe');
    expect(hostSpaceOf(new MapView().makeViewport({ width: 800, height: 600, viewState: state })!)).toBe('mercator');
    const place = { longitude: 138.6, latitude: -34.9, height: 120 };
    const [longitudeAt, latitudeAt] = [place.longitude, place.latitude];
    expectNear(commonFromLla('globe', place), globe.projectPosition([longitudeAt, latitudeAt, place.height]), 1e-9);
    expectNear(commonFromLla('mercator', place), map.projectPosition([longitudeAt, latitudeAt, place.height]), 1e-9);
  });

  it.each(['mercator', 'globe'] as const)('has an inverse (%s)', (space) => {
    fc.assert(
      fc.property(origins, (place) => {
        const back = llaFromCommon(space, commonFromLla(space, place));
        expect(distance(ecefFromLla(back), ecefFromLla(place))).toBeLessThan(1e-4);
      }),
    );
  });
});

function expectNear(got: Vec3, expected: readonly number[], within: number): void {
  for (const axis of [0, 1, 2]) expect(Math.abs(got[axis]! - expected[axis]!)).toBeLessThan(within);
}

/** CSS pixels and clip w of a point as the shader computes it: matrix and position rounded to float32. */
function projected(viewport: Viewport, origin: Lla, pointEnu: Vec3): [x: number, y: number, w: number] {
  const placement = placementOf('mercator', enuFrame(origin));
  const m = Float32Array.from(clipFromBent(placement, viewport));
  const [east, north, up] = pointEnu;
  const [e, n, u] = bent(placement, [Math.fround(east), Math.fround(north), Math.fround(up)]).map(Math.fround);
  const row = (i: number) => Math.fround(m[i]! * e! + m[4 + i]! * n! + m[8 + i]! * u! + m[12 + i]!);
  const [x, y, w] = [row(0), row(1), row(3)];
  return [(0.5 + x / w / 2) * viewport.width, (0.5 - y / w / 2) * viewport.height, w];
}
