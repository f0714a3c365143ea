/**
 * Measures the search for nearby photos among many, in the process of the server's own code.
 *
 *   npx tsx bench/nearby-photos.ts [--photos 1000000] [--sites 20] [--database-url postgres://… | --data-dir D]   (in server)
 *
 * Fills an empty database (embedded in a temporary folder or the one named, or at the URL) with photos spread evenly over
 * sites of 1 km by 1 km; a database that has photos already is only queried. Prints milliseconds from the operation's
 * call to its answer, with the load of the machine.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { openDatabase } from '@overlook/db';
import { photos, sites } from '@overlook/db/schema';
import { aSite } from '@overlook/db/seed';
import { enuFrame, transformPoint } from '@overlook/shared/maths';
import { nearbyInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../src/context.ts';
import { random } from '../src/demo/plant/random.ts';
import { describeSitePhotos } from '../src/domains/snapshots/describe-photos.ts';
import { searchPhotos } from '../src/domains/snapshots/search-photos.ts';

const { values } = parseArgs({
  options: {
    photos: { type: 'string', default: '1000000' },
    sites: { type: 'string', default: '20' },
    'database-url': { type: 'string' },
    'data-dir': { type: 'string' },
  },
});
const PHOTOS = Number(values.photos);
const SITES = Number(values.sites);
const SIDE_M = 1000;
const ROUNDS = 300;
/** Warm-up rounds, in which Node compiles hot code; a running server has done that already. */
const WARM_UP_ROUNDS = 50;

const given = values['data-dir'];
const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'overlook-bench-')));
const database = await openDatabase({ databaseUrl: values['database-url'], dataDir });
const { db } = database;
const ctx = { db, log: { warn: () => {} }, caller: { userId: 1, permissions: {} } } as unknown as SignedInContext;

const originOf = (site: number) => ({ longitude: 138 + site * 0.5, latitude: -35 + site * 0.1, height: 30 });

/** Photos of a site; within a kilometre the earth's curvature is less than a tenth of a metre. */
async function fill(siteId: number, index: number): Promise<void> {
  const origin = originOf(index);
  const m = enuFrame(origin).ecefFromEnu;
  const ecef = (k: number) => sql.raw(`(${m[12 + k]}) + (${m[k]}) * e + (${m[4 + k]}) * n + (${m[8 + k]}) * u`);
  const metresPerDegree = 111_120;
  const longitudeMetres = metresPerDegree * Math.cos((origin.latitude * Math.PI) / 180);
  await db.execute(sql`
    insert into snapshots (site_id, name, filename, image_type, height_type, longitude, latitude, altitude, x, y, z)
    select ${siteId}, 'DSC_' || i, 'bench-' || ${siteId}::int || '-' || i, 'photo',
      (array['ground', 'airborne', 'panosphere'])[1 + i % 3]::snapshot_height_type,
      ${origin.longitude}::float8 + e / ${longitudeMetres}::float8,
      ${origin.latitude}::float8 + n / ${metresPerDegree}::float8, ${origin.height}::float8 + u, ${ecef(0)}, ${ecef(1)}, ${ecef(2)}
    from (select i, (random() - 0.5) * ${SIDE_M}::int as e, (random() - 0.5) * ${SIDE_M}::int as n, random() * 40 as u
      from generate_series(1, ${Math.round(PHOTOS / SITES)}::int) i) as spread`);
}

async function fillAll(): Promise<void> {
  for (let index = 0; index < SITES; index++) {
    const origin = originOf(index);
    const meta = { homeBookmark: null, origin };
    const { id } = await aSite(db, { data: { avatar: null, minimapMaxNativeZoom: null, meta } });
    await fill(id, index);
  }
  await db.execute(sql`
    insert into photos (snapshot_id, projection, width_px, height_px, heading_deg, pitch_deg, roll_deg, hfov_deg,
      is_pose_measured, altitude_source, taken_at, camera, source_name)
    select id, 'perspective', 4000, 3000, random() * 360, 0, 0, 70, true, 'ellipsoidal',
      timestamptz '2026-01-01' + random() * interval '300 days', 'Camera ' || id % 5, name from snapshots`);
  await db.execute(sql`vacuum analyze`);
}

async function measure(title: string, ask: () => Promise<unknown>, rounds = ROUNDS): Promise<void> {
  const taken: number[] = [];
  for (let i = -WARM_UP_ROUNDS; i < rounds; i++) {
    const start = performance.now();
    await ask();
    if (i >= 0) taken.push(performance.now() - start);
  }
  taken.sort((a, b) => a - b);
  const at = (share: number) => taken[Math.floor((rounds - 1) * share)]!.toFixed(1).padStart(7);
  console.log(
    `${title.padEnd(32)} least ${at(0)}   p50 ${at(0.5)}   p95 ${at(0.95)}   load ${loadavg()[0]!.toFixed(1)}`,
  );
}

try {
  if ((await db.$count(photos)) === 0) await fillAll();
  const known = await db.select({ id: sites.id }).from(sites).orderBy(sites.id);
  console.log(`${await db.$count(photos)} photos, ${known.length} sites, on ${database.kind}`);
  const next = random(7);
  const search = (more: object) => {
    const index = Math.floor(next() * known.length);
    const at = () => (next() - 0.5) * SIDE_M;
    const [x, y, z] = transformPoint(enuFrame(originOf(index)).ecefFromEnu, [at(), at(), 5]);
    const direction = { cameraDirectionX: 1, cameraDirectionY: 0, cameraDirectionZ: 0 };
    return searchPhotos(ctx, nearbyInputSchema.parse({ siteID: known[index]!.id, x, y, z, ...direction, ...more }));
  };
  for (const nearbySearchRadius of [1, 2, 3])
    await measure(`radius ${nearbySearchRadius}`, () => search({ nearbySearchRadius }));
  await measure('radius 3, one type', () => search({ heightType: ['ground'] }));
  await measure('radius 3, one camera of five', () => search({ cameras: ['Camera 3'] }));
  await measure('radius 3, one day of 300', () =>
    search({ takenFrom: '2026-03-01T00:00:00Z', takenBefore: '2026-03-02T00:00:00Z' }),
  );
  await measure('what a site can be narrowed to', () => describeSitePhotos(ctx, { siteId: known[0]!.id }), 20);
} finally {
  await database.close();
  if (!given) await rm(dataDir, { recursive: true, force: true });
}
