import { describe, expect, it } from 'vitest';
import { pointsPlace } from './points-place.ts';

const RIDGEWAY = { least: [271_382, 6_115_204, 3], most: [271_771, 6_115_501, 61] } as const;
const MGA_54 = { name: 'GDA2020 / MGA zone 54', epsg: 7854, heights: null };

describe('where points lie before they are sent', () => {
  it('is by the system that their files state, and says how far the sea is from the ellipsoid', async () => {
    const place = await pointsPlace({ bounds: RIDGEWAY, systems: [MGA_54] }, {});
    expect(place).toMatchObject({ system: expect.stringContaining('zone 54'), heights: 'orthometric' });
    expect(place!.at!.longitude).toBeCloseTo(138.495, 2);
    expect(place!.at!.latitude).toBeCloseTo(-35.08, 2);
    expect(place!.seaM).toBeCloseTo(-1.55, 1);
  });

  it('is by the typed system before that, and says when they lie outside it', async () => {
    const typed = await pointsPlace(
      { bounds: RIDGEWAY, systems: [MGA_54] },
      { crs: 'EPSG:7855', altitudes: 'ellipsoidal' },
    );
    expect(typed!.at!.longitude).toBeCloseTo(144.5, 1);
    expect(typed!.heights).toBe('ellipsoidal');
    expect(await pointsPlace({ bounds: RIDGEWAY, systems: [MGA_54] }, { crs: 'EPSG:4326' })).toMatchObject({
      at: null,
    });
  });

  it('is not known without a system, or where files differ', async () => {
    expect(await pointsPlace({ bounds: RIDGEWAY, systems: [] }, {})).toBeNull();
    expect(await pointsPlace({ bounds: null, systems: [MGA_54] }, {})).toBeNull();
    expect(await pointsPlace({ bounds: RIDGEWAY, systems: [MGA_54] }, { crs: 'EPSG:999999' })).toBeNull();
  });
});
