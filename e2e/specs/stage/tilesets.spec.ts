/**
 * The published sample tilesets of ../shared/data (see its README), imported with the operator's command line while the
 * server runs, and looked at through the product. Tests without the folder are skipped by name.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { PLACE, obliqueView } from '../../fixtures/oblique-view.ts';
import { SAMPLE_DATA, overlook } from '../../fixtures/server.ts';
import { MODEL_ONLY, expect, test } from '../../fixtures/test.ts';

const TILES = path.join(SAMPLE_DATA, 'tiles');

interface Sample {
  folder: string;
  layer: '--textured' | '--shaded' | '--points' | '--cad';
  modeltypeId: number;
  at?: string;
  /** Metres to look from, where the set is too small for the home view. */
  from?: number;
  /** The minimum that is drawn when everything in view is refined. */
  triangles?: number;
  points?: number;
  /** Its features are in others of the list too. */
  isLong?: boolean;
}

const PLACE_TEXT = Object.values(PLACE).join();

const SAMPLES: Sample[] = [
  { folder: 'cookie-factory', layer: '--textured', modeltypeId: 3, at: PLACE_TEXT, triangles: 130_000 },
  { folder: 'agi-hq-ktx2', layer: '--textured', modeltypeId: 3, triangles: 18_916, isLong: true },
  { folder: 'building-with-points', layer: '--textured', modeltypeId: 3, triangles: 1000, isLong: true },
  { folder: 'implicit-quadtree', layer: '--textured', modeltypeId: 3, at: PLACE_TEXT, from: 2, triangles: 1 },
  { folder: 'cesium-PointCloudDraco', layer: '--points', modeltypeId: 1, points: 1000 },
  { folder: 'cesium-Composite', layer: '--textured', modeltypeId: 3, triangles: 100, isLong: true },
  { folder: 'metadata-granularities', layer: '--textured', modeltypeId: 3, at: PLACE_TEXT, from: 25, triangles: 500 },
  { folder: 'gltf-points', layer: '--points', modeltypeId: 1, at: PLACE_TEXT, from: 12, points: 500, isLong: true },
];

test.skip(!existsSync(TILES), `needs the sample tilesets in ${TILES}`);

for (const sample of SAMPLES) {
  const { folder, layer, modeltypeId, at, from, triangles, points, isLong } = sample;

  test(`${folder}: imported, settled, drawn`, { tag: isLong ? '@long' : [] }, async ({ signedInAs }) => {
    const slug = `sample-${folder.toLowerCase()}`;
    const args = ['site', 'import', slug, '--name', folder, layer, path.join(TILES, folder), '--replace'];
    await overlook([...args, ...(at ? ['--at', at] : [])]);
    const stage = await signedInAs('admin', { site: slug, settings: MODEL_ONLY });
    await stage.settled();
    await stage.setLayer(modeltypeId);
    if (from) await stage.setPose(obliqueView(PLACE, from));
    await stage.setScreenSpaceError(1);
    const stats = await stage.stats();
    expect(stats.tilesFailed).toBe(0);
    if (triangles) expect(stats.triangles).toBeGreaterThanOrEqual(triangles);
    if (points) expect(stats.points).toBeGreaterThanOrEqual(points);
    const picture = await stage.picture();
    expect(picture.distinctColours()).toBeGreaterThan(6);
    const { width, height } = await stage.size();
    // The site's own place is in the view when it opens.
    const hits = [0.35, 0.5, 0.65].flatMap((u) => [0.4, 0.5, 0.6, 0.7].map((v) => [u * width, v * height] as const));
    const picked = await Promise.all(hits.map(([x, y]) => stage.pick(x, y)));
    if (!points && triangles! >= 100) expect(picked.filter(Boolean).length).toBeGreaterThan(0);
  });
}
