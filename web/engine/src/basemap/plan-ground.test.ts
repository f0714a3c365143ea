import type { Map as MapLibreMap } from 'maplibre-gl';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SitePlan } from '@overlook/shared/schemas';
import { layPlan } from './plan-ground.ts';

const PLAN: SitePlan = {
  tilesUrl: '/api/files/plans/1/{z}/{x}/{y}.webp',
  bounds: [138.49, -35.09, 138.5, -35.07],
  minZoom: 14,
  maxZoom: 19,
  madeAt: '2026-11-21T08:00:00Z',
};

beforeEach(() => void vi.stubGlobal('location', { origin: 'https://overlook.example' }));
afterEach(() => void vi.unstubAllGlobals());

/** A map with MapLibre's checks: duplicate names, a layer without its source, removing a used source. */
function aMap() {
  const sources = new Map<string, { tiles: string[] }>();
  const layers = new Map<string, string>();
  const refuse = (isWrong: boolean) => {
    if (isWrong) throw new Error('MapLibre refuses this.');
  };
  const map = {
    getLayer: (id: string) => layers.get(id),
    getSource: (id: string) => sources.get(id),
    addSource(id: string, source: { tiles: string[] }) {
      refuse(sources.has(id));
      sources.set(id, source);
    },
    addLayer({ id, source }: { id: string; source: string }) {
      refuse(layers.has(id) || !sources.has(source));
      layers.set(id, source);
    },
    removeSource(id: string) {
      refuse(!sources.has(id) || [...layers.values()].includes(id));
      sources.delete(id);
    },
    removeLayer(id: string) {
      refuse(!layers.delete(id));
    },
  };
  const shown = () => [...layers.values()].map((source) => sources.get(source));
  return { map: map as Partial<MapLibreMap> as MapLibreMap, sources, shown };
}

describe('the plan on the ground', () => {
  it('is drawn within its bounds and zooms, from a whole address', () => {
    const { map, shown } = aMap();
    layPlan(map, PLAN);
    expect(shown()).toEqual([
      expect.objectContaining({
        type: 'raster',
        tiles: ['https://overlook.example/api/files/plans/1/{z}/{x}/{y}.webp'],
        bounds: PLAN.bounds,
        minzoom: 14,
        maxzoom: 19,
      }),
    ]);
  });

  it('keeps the address of another server', () => {
    const { map, shown } = aMap();
    const tilesUrl = 'https://files.example/{z}/{x}/{y}.webp';
    layPlan(map, { ...PLAN, tilesUrl });
    expect(shown()).toMatchObject([{ tiles: [tilesUrl] }]);
  });

  it('replaces the former one, and can be removed', () => {
    const { map, shown, sources } = aMap();
    layPlan(map, PLAN);
    layPlan(map, { ...PLAN, maxZoom: 17 });
    expect(shown()).toMatchObject([{ maxzoom: 17 }]);
    layPlan(map, null);
    expect([shown(), sources.size]).toEqual([[], 0]);
    expect(() => layPlan(map, null)).not.toThrow();
  });
});
