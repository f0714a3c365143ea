/**
 * Picks on real tilesets are compared with the tiles' own triangles, which code without any part of the engine reads
 * and intersects. Tests without their sample data are skipped by name.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  IDENTITY,
  type Vec3,
  distance,
  llaFromEcef,
  enuFrame,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import { PLACE, obliqueView } from '../../fixtures/oblique-view.ts';
import { pixelRay } from '../../fixtures/pixel-ray.ts';
import { SAMPLE_DATA, overlook } from '../../fixtures/server.ts';
import { MODEL_ONLY, expect, test } from '../../fixtures/test.ts';
import { nearestHit, readTriangles } from '../../fixtures/tile-geometry.ts';

const TILES = path.join(SAMPLE_DATA, 'tiles');

test.skip(!existsSync(TILES), `needs the sample tilesets in ${TILES}`);

const SETS = [
  { folder: 'cookie-factory', at: Object.values(PLACE).join(), toEcef: enuFrame(PLACE).ecefFromEnu },
  { folder: 'agi-hq-ktx2', at: null, toEcef: IDENTITY },
] as const;

for (const { folder, at, toEcef } of SETS) {
  test(`${folder}: every pick lies on the tiles' own triangles`, { tag: at ? [] : '@long' }, async ({ signedInAs }) => {
    const slug = `exact-${folder}`;
    const source = path.join(TILES, folder);
    const place = at ? ['--at', at] : [];
    await overlook(['site', 'import', slug, '--name', folder, '--textured', source, '--replace', ...place]);
    const stage = await signedInAs('admin', { site: slug, settings: MODEL_ONLY });
    await stage.settled();
    if (at) await stage.setPose(obliqueView(PLACE, 80));
    await stage.setScreenSpaceError(0.5);
    const triangles = await readTriangles(source, toEcef);
    expect(triangles.length / 9).toBeGreaterThan(10_000);

    const pose = await stage.pose();
    const size = await stage.size();
    // Doubles resolve ECEF to a nanometre; the set is still brought near its own middle before it is searched.
    const near = enuFrame(llaFromEcef(pose.position));
    const local = Float64Array.from(triangles);
    for (let i = 0; i < local.length; i += 3) {
      local.set(transformPoint(near.enuFromEcef, [local[i]!, local[i + 1]!, local[i + 2]!]), i);
    }
    const errors: number[] = [];
    for (const u of [0.2, 0.35, 0.5, 0.65, 0.8]) {
      for (const v of [0.4, 0.5, 0.6, 0.7, 0.8]) {
        const [x, y] = [Math.round(u * size.width), Math.round(v * size.height)];
        const ray = pixelRay(pose, size, [x, y]);
        const origin = transformPoint(near.enuFromEcef, ray.origin);
        const direction = transformDirection(near.enuFromEcef, ray.direction);
        const t = nearestHit(local, origin, direction);
        const picked = await stage.pickPoint(x, y);
        if (t === null || !picked) continue;
        const truth: Vec3 = [0, 1, 2].map((k) => origin[k]! + t * direction[k]!) as Vec3;
        errors.push(distance(truth, transformPoint(near.enuFromEcef, picked)));
      }
    }
    expect(errors.length, 'most rays meet the model').toBeGreaterThan(8);
    const p95 = errors.toSorted((a, b) => a - b)[Math.floor(errors.length * 0.95)]!;
    // Tile coordinates are float32 over a few hundred metres: hundredths of a millimetre.
    expect(p95).toBeLessThan(0.001);
  });
}
