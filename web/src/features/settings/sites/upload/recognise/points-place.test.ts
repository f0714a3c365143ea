import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AskedGrids, FoundGrids } from '@overlook/shared/schemas';
import { findGrids } from '../../../../../api/grids.ts';
import { pointsPlace } from './points-place.ts';

const RIDGEWAY = { least: [271_382, 6_115_204, 3], most: [271_771, 6_115_501, 61] } as const;
const MGA_54 = { name: 'GDA2020 / MGA zone 54', epsg: 7854, heights: null, vertical: null };
const AHD = { epsg: 5711, name: 'EPSG:5711' };
const NONE: FoundGrids = { grids: {}, missing: [], refusal: null };

vi.mock('../../../../../api/grids.ts', () => ({ findGrids: vi.fn() }));
const asked = vi.mocked(findGrids);
beforeEach(() => {
  asked.mockReset();
  asked.mockResolvedValue(NONE);
});

/** A geoid that is level around a place. */
const geoidAt = ({ longitude, latitude }: Pick<AskedGrids, 'longitude' | 'latitude'>, metres: number) => ({
  name: 'AUSGeoid2020',
  file: 'au_ga_AUSGeoid2020_20180201.tif',
  system: { epsg: 5711, name: 'AHD' },
  westDeg: longitude - 1,
  southDeg: latitude - 1,
  stepDeg: [1, 1] as [number, number],
  columns: 3,
  rows: 3,
  bands: [Array.from({ length: 9 }, () => metres)],
});

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

  it('is by the grids of the server, as its import', async () => {
    asked.mockImplementation((place) => Promise.resolve({ ...NONE, grids: { geoid: geoidAt(place, -1.58) } }));
    const stated = { ...MGA_54, heights: 'orthometric', vertical: AHD } as const;
    const place = await pointsPlace({ bounds: RIDGEWAY, systems: [stated] }, {});
    expect(place!.seaM).toBeCloseTo(-1.58, 6);
    expect(place!.surface).toBe('AHD by AUSGeoid2020, au_ga_AUSGeoid2020_20180201.tif');
    expect(asked).toHaveBeenLastCalledWith(expect.objectContaining({ epsg: 7854, vertical: AHD }));
    // What is typed is asked for in place of that; above the ellipsoid there is no surface.
    await pointsPlace({ bounds: RIDGEWAY, systems: [stated] }, { crs: 'EPSG:7854' });
    expect(asked).toHaveBeenLastCalledWith(expect.objectContaining({ vertical: null }));
    await pointsPlace({ bounds: RIDGEWAY, systems: [stated] }, { crs: 'EPSG:7854+5711', altitudes: 'ellipsoidal' });
    expect(asked).toHaveBeenLastCalledWith(expect.objectContaining({ vertical: null }));
  });

  it('names a grid that is missing, and a server that does not answer', async () => {
    const grid = { system: 'AHD', grid: 'AUSGeoid2020', file: 'a.tif', isInstalled: false, accuracyM: null };
    asked.mockResolvedValue({ ...NONE, missing: [{ kind: 'geoid', ...grid }] });
    const typed = { crs: 'EPSG:7854+5711' };
    const place = await pointsPlace({ bounds: RIDGEWAY, systems: [] }, typed);
    expect(place).toMatchObject({
      surface: 'EGM96',
      notes: [expect.stringContaining('AUSGeoid2020 is not installed')],
    });
    asked.mockResolvedValue(null);
    const alone = await pointsPlace({ bounds: RIDGEWAY, systems: [] }, typed);
    expect(alone!.seaM).toBeCloseTo(-1.55, 1);
    expect(alone!.notes).toEqual([expect.stringContaining('could not be asked')]);
  });

  it('is not known without a system, or where files differ', async () => {
    expect(await pointsPlace({ bounds: RIDGEWAY, systems: [] }, {})).toBeNull();
    expect(await pointsPlace({ bounds: null, systems: [MGA_54] }, {})).toBeNull();
    expect(await pointsPlace({ bounds: RIDGEWAY, systems: [MGA_54] }, { crs: 'EPSG:999999' })).toBeNull();
  });
});
