/**
 * Import, levels and search of a large object tree, in the process of the database's own server code.
 *
 *   npx tsx bench/cad-tree.ts [--items 1000000] [--database-url postgres://…]      (in server)
 *
 * Makes a tree of assemblies of up to 30 parts (16 properties an object, one level of 100,000 siblings where there are
 * as many), imports it into an empty database (embedded in a temporary folder, or the one of the URL, which must be empty),
 * and asks for random places. Prints milliseconds with the load of the machine: other work beside it makes them larger.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { openDatabase } from '@overlook/db';
import { cadChildrenInputSchema, cadSearchInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../src/context.ts';
import { listChildren, listRoots } from '../src/domains/cad/list-children.ts';
import { listFacets, listFeatures, loadFacet } from '../src/domains/cad/list-features.ts';
import { findByFeature, loadItem, pathTo } from '../src/domains/cad/load-item.ts';
import { searchItems } from '../src/domains/cad/search-items.ts';
import { random } from '../src/demo/plant/random.ts';
import { importSite } from '../src/publish/import-site.ts';
import { aB3dm, aFolder, aTileset } from '../src/publish/testing/made-tiles.ts';

const { values } = parseArgs({
  options: { items: { type: 'string', default: '1000000' }, 'database-url': { type: 'string' } },
});
const ITEMS = Number(values.items);
const LEVEL = Math.min(100_000, Math.floor(ITEMS / 4));
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
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    await ask();
    taken.push(performance.now() - start);
  }
  taken.sort((a, b) => a - b);
  const at = (share: number) => taken[Math.floor((times - 1) * share)]!.toFixed(1).padStart(8);
  console.log(`${title.padEnd(44)} p50 ${at(0.5)}   p95 ${at(0.95)}   max ${at(1)}`);
}

const megabytes = () => `${Math.round(process.memoryUsage().rss / 1e6)} MB`;
const dataDir = await mkdtemp(join(tmpdir(), 'overlook-bench-'));
const cad = await aFolder({ 'tileset.json': aTileset(), 'tile.b3dm': aB3dm() });
const database = await openDatabase({ databaseUrl: values['database-url'], dataDir });
const { db } = database;
let peak = 0;
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 100);
try {
  await writeTree(join(cad, 'tree.jsonl'));
  console.log(`${ITEMS} items on ${database.kind}; load ${loadavg()[0]!.toFixed(1)}; ${megabytes()} before the import`);
  const start = performance.now();
  let before = start;
  let phase = '';
  const { site } = await importSite(
    {
      db,
      filesDir: join(dataDir, 'files'),
      onProgress: (progress) => {
        if (progress.phase === phase) return;
        if (phase) console.log(`  ${phase}: ${((performance.now() - before) / 1000).toFixed(1)} s`);
        [phase, before] = [progress.phase, performance.now()];
      },
    },
    { slug: 'bench', layers: { cad } },
  );
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`import ${seconds} s, at most ${Math.round(peak / 1e6)} MB resident`);

  const siteId = site.id;
  const ctx = { db } as unknown as SignedInContext;
  const roots = await listRoots(ctx, { siteId });
  const first = roots.items[0]!.id;
  const anyItem = () => first + whole(ITEMS);
  const children = (input: object) => listChildren(ctx, cadChildrenInputSchema.parse({ siteId, ...input }));
  const search = (query: string) => searchItems(ctx, cadSearchInputSchema.parse({ siteId, query }));
  const top = await children({ itemId: first });
  await measure('children of an item', 200, () => children({ itemId: anyItem() }));
  await measure('children by path', 200, () => children({ path: `Works/Unit ${whole(top.total - 1)}` }));
  await measure(`500 of ${LEVEL} siblings, anywhere`, 100, () =>
    children({ itemId: first + 1, offset: whole(LEVEL - 500) }),
  );
  await measure('an item with its tabs', 200, () => loadItem(ctx, { siteId, itemId: anyItem() }));
  await measure('the way to an item', 200, () => pathTo(ctx, { siteId, itemId: anyItem() }));
  await measure('the item of a feature', 200, () => findByFeature(ctx, { siteId, featureId: 2 + whole(LEVEL) }));
  await measure('search: a name with its number', 100, () => search(`valve ${whole(ITEMS)}`));
  await measure('search: a number within names', 100, () => search(String(10_000 + whole(ITEMS))));
  await measure('search: a tag', 100, () => search(`L-${2 + LEVEL + 1 + whole(300) * 31}`));
  await measure('search: a property value', 100, () => search(`SN-${whole(ITEMS) * 7919}`));
  await measure('search: a word in a tenth of the names', 20, () => search('flange'));
  await measure('search: nothing fits', 50, () => search(`zq${whole(1e6)}`));
  await measure('search: two letters', 50, () => search('va'));
  await measure('features of a unit', 50, () =>
    listFeatures(ctx, { siteId, itemIds: [top.items[1 + whole(top.items.length - 1)]!.id] }),
  );
  await measure('features of everything', 5, () => listFeatures(ctx, { siteId, itemIds: [first] }));
  await measure('what can be coloured by', 20, () => listFacets(ctx, { siteId }));
  await measure('values of a property, all features', 5, () =>
    loadFacet(ctx, { siteId, tab: 'Item', property: 'Material' }),
  );
  console.log(`load ${loadavg()[0]!.toFixed(1)}`);
} finally {
  clearInterval(watch);
  await database.close();
  for (const folder of [dataDir, cad]) await rm(folder, { recursive: true, force: true });
}
