/**
 * Measures lists, live notices and "what does it touch?" of changes (MOC), in the process of the server's own code.
 *
 *   npx tsx bench/mocs.ts --database-url postgres://… [--mocs 10000] [--items 1000000]   (in server; an empty database)
 *
 * Makes one site with changes (an area of 8 corners each) and an object tree of units, lines and parts. Prints milliseconds
 * from the operation's call to its answer, with the load of the machine.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { type MocNotice, openDatabase } from '@overlook/db';
import { mocAreas, mocs } from '@overlook/db/schema';
import { aModel, aSite, aUser } from '@overlook/db/seed';
import { enuFrame, transformPoint } from '@overlook/shared/maths';
import { mocListSchema, mocsAnswerSchema, siteAreasAnswerSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../src/context.ts';
import { findTouched } from '../src/domains/mocs/find-touched.ts';
import { listAreas } from '../src/domains/mocs/list-areas.ts';
import { listMocs } from '../src/domains/mocs/list-mocs.ts';
import { loadAllMocs } from '../src/domains/mocs/load-mocs.ts';
import { createBroadcast } from '../src/services/broadcast.ts';

const { values } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    mocs: { type: 'string', default: '10000' },
    items: { type: 'string', default: '1000000' },
  },
});
const databaseUrl = values['database-url'];
const ROUNDS = 200;
/** Warm-up rounds, in which Node compiles hot code; a running server has done that already. */
const WARM_UP_ROUNDS = 50;

function report(what: string, times: number[]): void {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(1);
  const load = loadavg()[0]!.toFixed(1);
  process.stdout.write(`${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (${sorted.length} times, load ${load})\n`);
}

/** Times `run`; `prepare` runs before it and is not timed. */
async function time(
  what: string,
  run: () => Promise<unknown>,
  prepare: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const times: number[] = [];
  const busy: number[] = [];
  for (let n = -WARM_UP_ROUNDS; n < ROUNDS; n++) {
    await prepare();
    const [before, cpuBefore] = [performance.now(), process.cpuUsage()];
    await run();
    const tookMs = performance.now() - before;
    const { user, system } = process.cpuUsage(cpuBefore);
    if (n < 0) continue;
    times.push(tookMs);
    busy.push((user + system) / 1000);
  }
  report(what, times);
  report('  of which processor time of this process', busy);
}

const [database, other] = [
  await openDatabase({ databaseUrl, dataDir: '' }),
  await openDatabase({ databaseUrl, dataDir: '' }),
];
const { db } = database;
const site = await aSite(db);
const user = await aUser(db);
const frame = enuFrame({ longitude: 138.5, latitude: -35, height: 30 });
const ringAt = (east: number, north: number, radius: number) =>
  Array.from({ length: 8 }, (_, i) => {
    const [bearing, far] = [(i / 8) * 2 * Math.PI, i % 2 ? radius : radius / 2];
    const [x, y, z] = transformPoint(frame.ecefFromEnu, [
      east + far * Math.cos(bearing),
      north + far * Math.sin(bearing),
      0,
    ]);
    return { id: `p${i}`, name: `Point ${i + 1}`, position: i, x, y, z };
  });

const permissions = { [site.id]: { 'VIEW:CAD': true, 'MOC:VIEW': true } };
const caller = { userId: user.id, permissions };
const log = { warn: () => {} };
const ctx = { db, log, caller } as unknown as SignedInContext;

await db.execute(sql`
  insert into mocs (site_id, name, description, document_number, state, created_by, updated_at)
  select ${site.id}, 'Change ' || i, '<p>Why it is changed, in a few words, and what else is to be kept in mind.</p>',
    'MOC-' || i, (array['proposed', 'approved', 'completed'])[1 + i % 3]::moc_state, ${user.id}, now() - interval '1 day'
  from generate_series(1, ${Number(values.mocs)}::int) i`);
await db.execute(sql`
  insert into moc_pois (moc_id, x, y, z, latitude, longitude, altitude)
  select id, -3913245 + id, 3462862, -3645085, -35, 138.5, 30 from mocs`);
await db.execute(sql`
  insert into moc_areas (moc_id, name, bottom_height, top_height, points)
  select id, 'Area', 0, 5, ${JSON.stringify(ringAt(0, 0, 20))}::text::jsonb from mocs`);
await db.execute(sql`vacuum analyze`);
for (const [what, read, schema] of [
  ['lean list', listMocs, mocListSchema],
  ['areas', listAreas, siteAreasAnswerSchema],
] as const) {
  const answer = await read(ctx, { siteId: site.id });
  process.stdout.write(`${what}: ${JSON.stringify(answer).length} characters of JSON\n`);
  await time(
    `${what} read from the database, after a save`,
    () => read(ctx, { siteId: site.id }),
    () =>
      db.execute(sql`update mocs set version = version + 1, updated_at = now() where id = (select max(id) from mocs)`),
  );
  await time(`${what} that was read for another reader`, () => read(ctx, { siteId: site.id }));
  await time(`${what} that was read for another reader, checked and written as JSON`, async () =>
    JSON.stringify(schema.parse(await read(ctx, { siteId: site.id }))),
  );
  await time(`${what} that the caller has already`, () => read(ctx, { siteId: site.id, known: answer.edition }));
}
const listed = await loadAllMocs(ctx, { siteId: site.id });
process.stdout.write(`${listed.mocs.length} changes, ${JSON.stringify(listed).length} characters of JSON\n`);
await time('read from the database and described', () => loadAllMocs(ctx, { siteId: site.id }));
await time('checked by the output schema', async () => mocsAnswerSchema.parse(listed));
await time('written as JSON', async () => JSON.stringify(listed));

const news = createBroadcast<MocNotice>();
await other.watch({ onMoc: (notice) => news.tell(notice) });
await time('a save in one process is known in another', async () => {
  const heard = new Promise<void>((resolve) => {
    const stop = news.listen(() => {
      stop();
      resolve();
    });
  });
  await db.insert(mocs).values({ siteId: site.id, name: 'New', documentNumber: 'MOC-0' });
  await heard;
});

const model = await aModel(db, {
  siteId: site.id,
  modeltypeId: 4,
  filepath: '/api/files/models/x/cad/v1/tileset.json',
});
const UNITS = 400;
const LINES = 25;
const items = Number(values.items);
const partsInLine = Math.round(items / UNITS / LINES);
await db.execute(sql`
  insert into cad_trees (model_id, first_item, item_count) values (${model.id}, 1, ${1 + UNITS + UNITS * LINES + items})`);
const at = (east: string, north: string) => {
  const m = frame.ecefFromEnu;
  const of = (k: number) => `${m[12 + k]} + (${m[k]}) * (${east}) + (${m[4 + k]}) * (${north})`;
  return `${of(0)}, ${of(1)}, ${of(2)}`;
};
/** Items of one level, in a square of 1 km: units of 50 m, lines of 10 m in them, parts of up to 2 m in these. */
const insertLevel = (id: string, parent: string, children: number, batch: string, from: string, box: string) =>
  db.execute(
    sql.raw(`insert into cad_items (id, tree_id, parent_id, sibling_index, last_id, child_count, object_count, name, path,
      batch_id, tags, external_tags, box, metadata, labels, details)
    select ${id}, 1, ${parent}, 0, ${id}, ${children}, 1, 'Item ' || ${id}, 'Item ' || ${id}, ${batch}, '["P-1"]', '[]',
      array[${box}]::double precision[], '{}', '', '' from ${from}`),
  );
const UNIT_AT = ['(u % 20) * 50 - 500', '(u / 20) * 50 - 500'] as const;
const LINE_AT = [`${UNIT_AT[0]} + (l % 5) * 10 - 20`, `${UNIT_AT[1]} + (l / 5) * 10 - 20`] as const;
const units = `generate_series(0, ${UNITS - 1}) u`;
const lines = `${units}, generate_series(0, ${LINES - 1}) l`;
await insertLevel('1', 'null', UNITS, 'null', 'generate_series(1, 1)', `${at('0', '0')}, 1200, 1200, 60`);
await insertLevel('2 + u', '1', LINES, 'null', units, `${at(...UNIT_AT)}, 64, 64, 50`);
const lineId = `1000 + u * ${LINES} + l`;
await insertLevel(lineId, '2 + u', partsInLine, 'null', lines, `${at(...LINE_AT)}, 14, 14, 50`);
const parts = `${lines}, generate_series(0, ${partsInLine - 1}) p`;
const PART_AT = [`${LINE_AT[0]} + (p * 37 % 100) / 10.0 - 5`, `${LINE_AT[1]} + (p * 61 % 100) / 10.0 - 5`] as const;
const partId = `20000 + (u * ${LINES} + l) * ${partsInLine} + p`;
await insertLevel(partId, lineId, 0, partId, parts, `${at(...PART_AT)}, 0.5 + p % 3, 0.5, 0.5`);
await db.execute(sql`analyze cad_items`);

for (const radius of [5, 20, 60]) {
  const [moc] = await db.insert(mocs).values({ siteId: site.id, name: 'x', documentNumber: 'x' }).returning();
  const heights = { bottomHeight: -5, topHeight: 5 };
  await db.insert(mocAreas).values({ mocId: moc!.id, name: 'x', ...heights, points: ringAt(12, 8, radius) });
  const ask = () => findTouched(ctx, { siteId: site.id, id: moc!.id }, 1000);
  const { total } = await ask();
  await time(`${items} objects, an area of ${radius} m, which touches ${total}`, ask);
}
await Promise.all([database.close(), other.close()]);
