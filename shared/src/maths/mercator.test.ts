import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from './testing/index.ts';
import { lonLatToMercatorPx, MERCATOR_TILE_PX, mercatorMetresPerPx, mercatorPxToLonLat } from './mercator.ts';

/** Latitude of the edges of the square, degrees: atan(sinh(π)). */
const EDGE_DEG = 85.0511287798066;
const longitude = numberBetween(-180, 180);
const latitude = numberBetween(-85, 85);

describe('web Mercator', () => {
  it('has the middle of the tile at 0°, 0°, and its corners at the edges of the map', () => {
    expect(lonLatToMercatorPx(0, 0)).toEqual([MERCATOR_TILE_PX / 2, MERCATOR_TILE_PX / 2]);
    const [west, north] = lonLatToMercatorPx(-180, EDGE_DEG);
    const [east, south] = lonLatToMercatorPx(180, -EDGE_DEG);
    expect([west, east]).toEqual([0, MERCATOR_TILE_PX]);
    expect(north).toBeCloseTo(0, 9);
    expect(south).toBeCloseTo(MERCATOR_TILE_PX, 9);
  });

  it('gives the place of each pixel back', () => {
    fc.assert(
      fc.property(longitude, latitude, (lon, lat) => {
        const [back, backLat] = mercatorPxToLonLat(...lonLatToMercatorPx(lon, lat));
        expect(back).toBeCloseTo(lon, 9);
        expect(backLat).toBeCloseTo(lat, 9);
      }),
    );
  });

  it('has pixels as wide as they are high, of the stated length, at each zoom', () => {
    const radius = 6_378_137;
    fc.assert(
      fc.property(longitude, latitude, fc.integer({ min: 0, max: 22 }), (lon, lat, zoom) => {
        const metres = mercatorMetresPerPx(zoom, lat);
        const step = 1e-6;
        const [x0, y0] = lonLatToMercatorPx(lon, lat - step);
        const [x1, y1] = lonLatToMercatorPx(lon + step, lat + step);
        const pixelsPerDegree = 2 ** zoom / step;
        const metresPerDegree = (radius * Math.PI) / 180;
        expect(
          (metresPerDegree * Math.cos((lat * Math.PI) / 180)) / ((x1 - x0) * pixelsPerDegree) / metres,
        ).toBeCloseTo(1, 4);
        expect((2 * metresPerDegree) / ((y0 - y1) * pixelsPerDegree) / metres).toBeCloseTo(1, 4);
      }),
    );
  });
});
