import { describe, expect, it } from 'vitest';
import { type Vec3, distance, llaFromEcef } from '@overlook/shared/maths';
import { cloudPlace } from './cloud-place.ts';

const FOOT_M = 0.3048;
/** Of UTM zone 54 south, in metres. */
const PLAN = [270_000, 6_115_000] as const;
const UTM_54_SOUTH = { kind: 'epsg', horizontal: 32_754, vertical: null } as const;

describe('a cloud whose heights are above a named sea', () => {
  const stated = { kind: 'epsg', horizontal: 7854, vertical: 5711 } as const;
  const first = [270_000, 6_115_000] as const;

  it('has them above the surface of the grid that it gets', async () => {
    const geoid = {
      name: 'AUSGeoid2020',
      file: 'grid.tif',
      westDeg: 137,
      southDeg: -36,
      stepDeg: [1, 1] as const,
      columns: 3,
      rows: 3,
      bands: [Array.from({ length: 9 }, () => -1.58)],
    };
    let at: unknown;
    const place = await cloudPlace(stated, first, (asked) => {
      at = asked;
      return Promise.resolve({ geoid });
    });
    expect(at).toMatchObject({ epsg: 7854, vertical: { epsg: 5711 } });
    expect(llaFromEcef(place!.toEcef(...first, 30) as Vec3).height).toBeCloseTo(28.42, 4);
  });

  it('has them above EGM96 without one', async () => {
    const place = await cloudPlace(stated, first, () => Promise.resolve({}));
    expect(llaFromEcef(place!.toEcef(...first, 30) as Vec3).height).toBeCloseTo(28.45, 1);
  });
});

describe('a cloud with its plan in metres and its heights in feet', () => {
  it('has the heights of the same cloud in metres', async () => {
    const inFeet = (await cloudPlace({ ...UTM_54_SOUTH, metresPerHeightUnit: FOOT_M }))!;
    const inMetres = (await cloudPlace(UTM_54_SOUTH))!;
    const points = [100 / FOOT_M, 250 / FOOT_M].map((feet) => inFeet.toEcef(...PLAN, feet) as Vec3) as [Vec3, Vec3];
    expect(llaFromEcef(points[1]).height - llaFromEcef(points[0]).height).toBeCloseTo(150, 3);
    expect(distance(points[0], inMetres.toEcef(...PLAN, 100) as Vec3)).toBeLessThan(0.001);
  });
});
