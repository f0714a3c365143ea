import { describe, expect, it } from 'vitest';
import { SCREEN_SPACE_ERROR } from './quality.ts';
import { siteQuality } from './site-settings.ts';

describe('quality figures of a site (specification §9)', () => {
  it('are the common ones for a site that sets none', () => {
    const { screenSpaceError, memoryCapMib } = siteQuality({ slugs: ['ridgeway'], isLegacy: false });
    expect(screenSpaceError.textured).toEqual({ quality: 15, balanced: 22, speed: 35 });
    expect(screenSpaceError.shaded).toEqual({ quality: 13, balanced: 19.5, speed: 29 });
    expect(screenSpaceError.pointCloud).toEqual({ quality: 50, balanced: 100, speed: 200 });
    expect(screenSpaceError.cad).toEqual({ quality: 10, balanced: 17, speed: 33 });
    expect(memoryCapMib).toEqual({ quality: 2048, balanced: 2048, speed: 2048 });
  });

  it('are coarser for legacy sites, but for the project layer', () => {
    const { screenSpaceError } = siteQuality({ slugs: ['ridgeway'], isLegacy: true });
    expect(screenSpaceError.textured).toEqual({ quality: 90, balanced: 150, speed: 220 });
    expect(screenSpaceError.shaded).toEqual({ quality: 70, balanced: 100, speed: 150 });
    expect(screenSpaceError.pointCloud).toEqual({ quality: 90, balanced: 150, speed: 220 });
    expect(screenSpaceError.cad).toEqual({ quality: 10, balanced: 17, speed: 33 });
  });

  it('give snapper its own memory at each quality', () => {
    expect(siteQuality({ slugs: ['renamed', 'snapper'], isLegacy: false }).memoryCapMib).toEqual({
      quality: 6024,
      balanced: 4024,
      speed: 2024,
    });
  });

  it('have the values of a row, and otherwise the common ones', () => {
    const table = {
      fine: { memoryCapMib: 4024, screenSpaceError: { textured: { quality: 4, balanced: 8, speed: 14 } } },
    };
    const { screenSpaceError, memoryCapMib } = siteQuality({ slugs: ['fine'], isLegacy: false }, table);
    expect(screenSpaceError.textured.quality).toBe(4);
    expect(screenSpaceError.shaded.quality).toBe(13);
    expect(memoryCapMib.speed).toBe(4024);
  });

  it('has the errors that its managers have set, and the common ones for all others', () => {
    const { screenSpaceError } = siteQuality({ slugs: [], isLegacy: true, own: { shaded: { balanced: 40 } } });
    expect(screenSpaceError.shaded).toEqual({ ...SCREEN_SPACE_ERROR.shaded.legacy, balanced: 40 });
    expect(screenSpaceError.cad).toEqual(SCREEN_SPACE_ERROR.cad.legacy);
  });
});
