/**
 * Import, levels and search of a large object tree, in one process with the server's own code.
 *
 *   npx tsx bench/cad-tree.ts [--items 1000000] [--level 100000] [--database-url postgres://… | --data-dir D]   (in server)
 *
 * Makes a tree of assemblies of up to 30 parts (15 properties for each object, one level with many siblings), imports
 * it into an empty database (embedded in a temporary folder or the one named, or at the URL), and requests random
 * places. A database that has the tree from an earlier run is only queried. Prints milliseconds from the operation's
 * call to its answer, with the load of the machine: other work makes them larger. The processor time beside them does
 * not depend on other work: it is the average of this process, and of the database where that is another process.
 */
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { openDatabase } from '@overlook/db';
import { sites } from '@overlook/db/schema';
import { cadChildrenInputSchema, cadSearchInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../src/context.ts';
import { listChildren, listRoots } from '../src/domains/cad/list-children.ts';
import { listFacets, listFeatures, loadFacet } from '../src/domains/cad/list-features.ts';
import { findByFeature, loadItem, pathTo } from '../src/domains/cad/load-item.ts';
import { searchItems } from '../src/domains/cad/search-items.ts';
import { random } from '../src/demo/plant/random.ts';
import { importSite } from '../src/publish/import/import-site.ts';
import { aB3dm, aFolder, aTileset } from '../src/publish/testing/made-tiles.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    level: { type: 'string', default: '100000' },
    'database-url': { type: 'string' },
    'data-dir': { type: 'string' },
  },
});
const ITEMS = Number(values.items);
const LEVEL = Math.min(Number(values.level), ITEMS - 2);
/** The number of units; none where the level has all items. */
const UNITS = Math.floor((ITEMS - 2 - LEVEL) / (1 + 300 * 31));
const PARTS = ['Pipe', 'Elbow', 'Flange', 'Gasket', 'Valve', 'Support', 'Nozzle', 'Tee', 'Reducer', 'Weld'];
const UNIT = 1 + 300 * 31;
const next = random(7);
const whole = (below: number) => Math.floor(next() * below);

/** One line of the tree; a level of many siblings first, then units of lines of parts. */
function lineOf(i: number): object {
  if (i === 0) return { id: 0, name: 'Works' };
  if (i === 1) return { id: 1, parent: 0, name: 'Loose items' };
  if (i < 2 + LEVEL) return partOf(i, 1);
  // A unit has 300 lines of 30 parts each.
  const place = (i - 2 - LEVEL) % UNIT;
  if (place === 0) return { id: i, parent: 0, name: `Unit ${(i - 2 - LEVEL) / UNIT}` };
  const inLine = (place - 1) % 31;
  if (inLine > 0) return partOf(i, i - inLine);
  return { id: i, parent: i - place, name: `Line ${i}-CS-${whole(900)}`, tags: [`L-${i}`] };
}

function partOf(i: number, parent: number): object {
  const own = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`Attribute ${n}`, `${whole(1e6)} mm`]));
  return {
    id: i,
    parent,
    name: `${PARTS[i % PARTS.length]!} ${i}`,
    featureId: i,
    box: { center: [whole(500), whole(500), whole(50)], size: [1, 1, 1] },
    properties: {
      Item: { Type: PARTS[i % PARTS.length]!, Material: i % 3 === 0 ? 'S355' : 'A106', Serial: `SN-${i * 7919}` },
      Data: own,
    },
  };
}

async function writeTree(file: string): Promise<void> {
  const stream = createWriteStream(file);
  stream.write('{"format":"overlook-cad-tree","version":1}\n');
  for (let i = 0; i < ITEMS; i++) if (!stream.write(`${JSON.stringify(lineOf(i))}\n`)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'finish');
}

async function measure(title: string, times: number, ask: () => Promise<unknown>): Promise<void> {
  const taken: number[] = [];
  const before = await processorMs();
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    await ask();
    taken.push(performance.now() - start);
  }
  taken.sort((a, b) => a - b);
  const cpu = (await processorMs()).map((ms, i) => ((ms - before[i]!) / times).toFixed(1).padStart(6)).join(' +');
  const at = (share: number) => taken[Math.floor((times - 1) * share)]!.toFixed(1).padStart(8);
  console.log(`${title.padEnd(44)} p50 ${at(0.5)}   p95 ${at(0.95)}   max ${at(1)}   cpu ${cpu}`);
}

/** Processor time of this process and of the processes that serve its connections, in milliseconds, without waiting. */
async function processorMs(): Promise<number[]> {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1000;
  if (database.kind !== 'postgres') return [own];
  const rows = await db
    .select({ pid: sql<number>`pid` })
    .from(sql`pg_stat_activity`)
    .where(sql`datname = current_database() and backend_type = 'client backend'`);
  const ticks = rows.map(({ pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return Number(fields[11]) + Number(fields[12]);
  });
  // A tick is 10 ms.
  return [own, 10 * ticks.reduce((sum, one) => sum + one, 0)];
}

const given = values['data-dir'];
const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'overlook-bench-')));
const database = await openDatabase({ databaseUrl: values['database-url'], dataDir });
const { db } = database;
const ctx = { db } as unknown as SignedInContext;

async function importTree(): Promise<number> {
  const cad = await aFolder({ 'tileset.json': aTileset(), 'tile.b3dm': aB3dm() });
  await writeTree(join(cad, 'tree.jsonl'));
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 100);
  let [phase, began] = ['', performance.now()];
  const onProgress = (progress: { phase: string }) => {
    if (progress.phase === phase) return;
    if (phase) console.log(`  ${phase}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    [phase, began] = [progress.phase, performance.now()];
  };
  const start = performance.now();
  const target = { db, filesDir: join(dataDir, 'files'), onProgress };
  const { site } = await importSite(target, { slug: 'bench', layers: { cad } });
  clearInterval(watch);
  await rm(cad, { recursive: true, force: true });
  console.log(
    `import ${((performance.now() - start) / 1000).toFixed(1)} s, ${megabytes(peak - before)} over ${megabytes(before)}`,
  );
  return site.id;
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

try {
  const [known] = await db.select().from(sites).where(eq(sites.slug, 'bench'));
  console.log(`${ITEMS} items, ${LEVEL} of them siblings, on ${database.kind}; load ${loadavg()[0]!.toFixed(1)}`);
  const siteId = known?.id ?? (await importTree());
  const roots = await listRoots(ctx, { siteId });
  const first = roots.items[0]!.id;
  const anyItem = () => first + whole(ITEMS);
  const children = (input: object) => listChildren(ctx, cadChildrenInputSchema.parse({ siteId, ...input }));
  const search = (query: string) =>
    searchItems(ctx, cadSearchInputSchema.parse({ siteId, query, order: 'tree', limit: 100 }));
  await measure('children of an item', 200, () => children({ itemId: anyItem() }));
  await measure(`100 of ${LEVEL} siblings, anywhere`, 200, () =>
    children({ itemId: first + 1, offset: whole(LEVEL - 100), limit: 100 }),
  );
  await measure(`100 of them from row ${0.9 * LEVEL}`, 100, () =>
    children({ itemId: first + 1, offset: 0.9 * LEVEL, limit: 100 }),
  );
  await measure('an item with its tabs', 200, () => loadItem(ctx, { siteId, itemId: anyItem() }));
  await measure('the way to an item', 200, () => pathTo(ctx, { siteId, itemId: anyItem() }));
  await measure('the item of a feature', 200, () => findByFeature(ctx, { siteId, featureId: 2 + whole(LEVEL) }));
  await measure('search: a number within names', 100, () => search(String(100_000 + whole(ITEMS - 100_000))));
  await measure('search: a name with its number', 100, () => search(`valve ${whole(ITEMS)}`));
  await measure('search: a tag', 100, () => search(`L-${2 + LEVEL + 1 + whole(300) * 31}`));
  await measure('search: a property value', 100, () => search(`SN-${whole(ITEMS) * 7919}`));
  await measure('search: four digits of names and values', 50, () => search(String(1000 + whole(9000))));
  await measure('search: three letters in every tenth name', 50, () => search('lve'));
  await measure('search: a word in a tenth of the names', 50, () => search('flange'));
  await measure('search: a value of two thirds', 50, () => search('a106'));
  await measure('search: two letters', 50, () => search('va'));
  await measure('search: nothing fits', 50, () => search(`zq${whole(1e6)}`));
  await measure('search: two words, no object with both', 50, () => search('flange gasket'));
  if (UNITS > 0) {
    const top = await children({ itemId: first });
    await measure('300 children by path', 200, () => children({ path: `Works/Unit ${whole(UNITS)}` }));
    await measure('search: path, a rare object', 100, () => search(`works/valve ${100_000 + whole(ITEMS - 100_000)}`));
    await measure('search: path, a common object in a unit', 100, () => search(`unit ${whole(UNITS)} / valve`));
    await measure('search: path, common both', 50, () => search('line/flange'));
    await measure('search: path, common and no such place', 50, () => search('gasket/flange'));
    await measure('search: unit and object without a slash', 50, () => search(`unit ${whole(UNITS)} nozzle`));
    await measure('features of a unit', 100, () =>
      listFeatures(ctx, { siteId, itemIds: [top.items[1 + whole(top.items.length - 1)]!.id] }),
    );
  }
  await measure('features of everything', 10, () => listFeatures(ctx, { siteId, itemIds: [first] }));
  await measure('what can be coloured by', 50, () => listFacets(ctx, { siteId }));
  for (const property of ['Type', 'Material']) {
    const facet = () => loadFacet(ctx, { siteId, tab: 'Item', property });
    await measure(`values of ${property}, all features`, 10, facet);
    const text = JSON.stringify(await facet());
    console.log(`  its answer: ${megabytes(text.length)}, ${megabytes(gzipSync(text).length)} compressed`);
  }
  console.log(`load ${loadavg()[0]!.toFixed(1)}`);
} finally {
  await database.close();
  if (!given) await rm(dataDir, { recursive: true, force: true });
}
