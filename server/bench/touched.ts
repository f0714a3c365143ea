/**
 * Measures "what does it touch?" on a CAD model, in the process of the server's own code.
 *
 *   npx tsx bench/touched.ts [model.glb] [--database-url postgres://…]   (in server; an empty database, embedded without)
 *
 * Without a file: Huldra of the sample data. Prints milliseconds from the operation's call to its answer, and processor time of
 * this process, with the load of the machine, for areas around the middle of the model.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { openDatabase } from '@overlook/db';
import { cadItems, mocAreas, mocs, sites } from '@overlook/db/schema';
import { llaFromEcef, enuFrame, transformPoint } from '@overlook/shared/maths';
import type { SignedInContext } from '../src/context.ts';
import { findTouched } from '../src/domains/mocs/find-touched.ts';
import { convertFiles } from '../src/publish/convert/convert-files.ts';
import { importSite } from '../src/publish/import/import-site.ts';

const AT = { longitude: 138.5, latitude: -34.9, height: 30 };
const ROUNDS = 50;
const RADII = [2, 5, 20, 200];

const { values, positionals } = parseArgs({ options: { 'database-url': { type: 'string' } }, allowPositionals: true });
const huldra = fileURLToPath(new URL('../../../shared/data/cad/huldra/huldra-wd1-psup.glb', import.meta.url));
const source = path.resolve(positionals[0] ?? huldra);
const work = await mkdtemp(path.join(tmpdir(), 'overlook-bench-'));
const database = await openDatabase({ databaseUrl: values['database-url'], dataDir: path.join(work, 'data') });
const { db } = database;

function report(what: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(1);
  const load = loadavg()[0]!.toFixed(1);
  process.stdout.write(`${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (${sorted.length} times, load ${load})\n`);
}

try {
  const out = path.join(work, 'out');
  await mkdir(out);
  await convertFiles([source], out, { place: 'given', onProgress: () => {} });
  await importSite({ db, filesDir: path.join(work, 'files') }, { slug: 'bench', at: AT, layers: { cad: out } });
  const [site] = await db.select().from(sites);
  const permissions = { [site!.id]: { 'VIEW:CAD': true, 'MOC:VIEW': true } };
  const ctx = { db, log: { warn: () => {} }, caller: { userId: 1, permissions } } as unknown as SignedInContext;
  const [middle] = await db
    .select({
      x: sql<number>`avg(${cadItems.box}[1])`,
      y: sql<number>`avg(${cadItems.box}[2])`,
      z: sql<number>`avg(${cadItems.box}[3])`,
      items: sql<number>`count(*)::int`,
    })
    .from(cadItems)
    .where(sql`${cadItems.batchId} is not null and ${cadItems.box} is not null`);
  const { x, y, z, items } = middle!;
  const frame = enuFrame(llaFromEcef([Number(x), Number(y), Number(z)]));
  for (const radius of RADII) {
    const [moc] = await db.insert(mocs).values({ siteId: site!.id, name: 'x', documentNumber: 'x' }).returning();
    const points = Array.from({ length: 8 }, (_, i) => {
      const [bearing, far] = [(i / 8) * 2 * Math.PI, i % 2 ? radius : radius / 2];
      const corner = transformPoint(frame.ecefFromEnu, [far * Math.cos(bearing), far * Math.sin(bearing), 0]);
      return { id: `p${i}`, name: '', position: i, x: corner[0], y: corner[1], z: corner[2] };
    });
    await db.insert(mocAreas).values({ mocId: moc!.id, name: 'x', bottomHeight: -5, topHeight: 5, points });
    const ask = () => findTouched(ctx, { siteId: site!.id, id: moc!.id }, 1000);
    const { total } = await ask();
    const [times, busy]: [number[], number[]] = [[], []];
    for (let n = 0; n < ROUNDS; n++) {
      const [before, cpuBefore] = [performance.now(), process.cpuUsage()];
      await ask();
      times.push(performance.now() - before);
      const { user, system } = process.cpuUsage(cpuBefore);
      busy.push((user + system) / 1000);
    }
    report(`${database.kind}: area of ${radius} m, which touches ${total} of ${items} objects`, times);
    report('  of which processor time of this process', busy);
  }
} finally {
  await database.close();
  await rm(work, { recursive: true, force: true });
}
