import { afterAll, beforeAll, expect, it } from 'vitest';
import { cadItems } from '@overlook/db/schema';
import { CAD_MESSAGES } from '@overlook/shared/messages';
import { enuFrame } from '@overlook/shared/maths';
import { type CadMeasured, cadMeasuredSchema } from '@overlook/shared/schemas';
import { aPrism, aTileOfSolids, ORIGIN, prismFacts } from '../../meshes/testing/made-solids.ts';
import { importSite } from '../../publish/import/import-site.ts';
import { aFolder, aTileset } from '../../publish/testing/made-tiles.ts';
import { aTree } from '../../publish/testing/made-tree.ts';
import { aPerson, query, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const TANK = aPrism(48, 2, 6);
const POST = aPrism(4, 0.5, 3, [8, 0]);
/** Without one triangle of its lid. */
const BIN = { ...aPrism(8, 1, 2, [14, 0]), indices: aPrism(8, 1, 2).indices.slice(0, -3) };

let server: TestServer;
let surveyor: TestPerson;
let viewer: TestPerson;
let siteId: number;
const ids = new Map<string, number>();

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.database;
  const root = {
    boundingVolume: { box: [0, 0, 0, 50, 0, 0, 0, 50, 0, 0, 0, 50] },
    geometricError: 0,
    content: { uri: 'solids.b3dm' },
    transform: Array.from(enuFrame(ORIGIN).ecefFromEnu),
  };
  const box = (center: number[], size: number[]) => ({ center, size });
  const cad = await aFolder({
    'tileset.json': aTileset(root),
    'solids.b3dm': aTileOfSolids([TANK, POST, BIN], { id: [40, 41, 42], name: ['Tank', 'Post', 'Bin'] }),
    'tree.jsonl': aTree([
      { id: 'yard', name: 'Yard' },
      { id: 't', parent: 'yard', name: 'Tank', featureId: 40, box: box([0, 0, 3], [4, 4, 6]) },
      { id: 'p', parent: 'yard', name: 'Post', featureId: 41, box: box([8, 0, 1.5], [1, 1, 3]) },
      { id: 'b', parent: 'yard', name: 'Bin', featureId: 42, box: box([14, 0, 1], [2, 2, 2]) },
    ]),
  });
  const stores = { db, filesDir: server.filesDir };
  siteId = (await importSite(stores, { slug: 'yard', name: 'Yard', layers: { cad } })).site.id;
  server.forgetPermissions();
  for (const { id, name } of await db.select({ id: cadItems.id, name: cadItems.name }).from(cadItems))
    ids.set(name, id);
  surveyor = await aPerson(server, { allowed: ['VIEW:CAD', 'TOOLS:MEASURE'] });
  viewer = await aPerson(server, { allowed: ['VIEW:CAD'] });
});
afterAll(() => server.close());

async function measured(...names: string[]): Promise<CadMeasured> {
  const itemIds = names.map((name) => ids.get(name)!);
  const { status, body } = await query(server, surveyor.token, 'cad.measure', { siteId, itemIds });
  expect(status).toBe(200);
  return cadMeasuredSchema.parse(body);
}

it('a closed object has its surface and its volume', async () => {
  const { ground, perimeter } = prismFacts(48, 2);
  const tank = await measured('Tank');
  expect(tank).toMatchObject({ objects: 1, closed: 1, open: 0 });
  expect(tank.volumeM3).toBeCloseTo(6 * ground, 3);
  expect(tank.areaM2).toBeCloseTo(2 * ground + 6 * perimeter, 3);
});

it('an open one has a surface, and says that it has no volume', async () => {
  const bin = await measured('Bin');
  expect(bin).toMatchObject({ objects: 1, closed: 0, open: 1, volumeM3: 0 });
  expect(bin.areaM2).toBeGreaterThan(8 * 2 * 2 * Math.sin(Math.PI / 8));
});

it('a group is measured with all below it, each object once', async () => {
  const yard = await measured('Yard', 'Post');
  expect(yard).toMatchObject({ objects: 3, closed: 2, open: 1 });
  expect(yard.volumeM3).toBeCloseTo(6 * prismFacts(48, 2).ground + 3 * prismFacts(4, 0.5).ground, 3);
});

it('needs the permission to measure, and objects that exist', async () => {
  const input = { siteId, itemIds: [ids.get('Tank')!] };
  expect((await query(server, viewer.token, 'cad.measure', input)).status).toBe(404);
  const unknown = await query(server, surveyor.token, 'cad.measure', { siteId, itemIds: [2_000_000_000] });
  expect(unknown).toMatchObject({ status: 404, body: { error: CAD_MESSAGES['cad.objectUnknown'] } });
});
