import { describe, expect, it } from 'vitest';
import { qualityAt } from './quality.ts';

describe('low detail', () => {
  it('keeps surfaces and points as they are at full detail', () => {
    const [full, low] = [qualityAt(1), qualityAt(1, 'low')];
    for (const same of ['deepestLevel', 'meshCoarseness', 'shadedGroundPower', 'points'] as const)
      expect(low[same]).toEqual(full[same]);
  });

  it('makes light, textures and pictures coarser', () => {
    const [full, low] = [qualityAt(1), qualityAt(1, 'low')];
    expect(low.bake.skyRays).toBeLessThan(full.bake.skyRays);
    expect(low.lightCoarseness).toBeGreaterThan(full.lightCoarseness);
    for (const less of ['groundTexels', 'shadowCells', 'skyDirections', 'pictureShare'] as const)
      expect(low[less]).toBeLessThan(full[less]);
  });
});
