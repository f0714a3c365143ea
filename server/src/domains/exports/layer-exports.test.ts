import { join } from 'node:path';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aModel } from '@overlook/db/seed';
import { captures, auditEntries, cadItems, cadTrees, jobs, mails, pointgrabDownloads } from '@overlook/db/schema';
import { EXPORTS } from '@overlook/shared/config';
import { enuFrame, llaFromEcef, transformPoint, utmFromLla } from '@overlook/shared/maths';
import { decodeMeshIndex } from '@overlook/shared/meshes';
import { EXPORTS_MESSAGES, keptTooMuchText, layerNotHeldText, moreTrianglesText } from '@overlook/shared/messages';
import type { Download, LayerExportInput } from '@overlook/shared/schemas';
import { readEnv } from '../../env.ts';
import { cutMeshes } from '../../meshes/cut-meshes.ts';
import { assembleMeshes, clipMeshes } from '../../meshes/export-meshes.ts';
import { createMeshIndexes } from '../../meshes/mesh-indexes.ts';
import { type MeshProcesses, meshProcesses } from '../../meshes/meshes-process.ts';
import { plotDrawing } from '../../meshes/plot-drawing.ts';
import { aFolderOfTiles, aPrism, aTileOfSolids, ORIGIN } from '../../meshes/testing/made-solids.ts';
import { readExport } from '../../meshes/testing/read-export.ts';
import { ProcessEndedError } from '../../process/limited-process.ts';
import { createWorker } from '../../services/jobs/worker.ts';
import { createMailQueue } from '../../services/mail/queue-mail.ts';
import { aPerson, mutate, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { cropHandler } from './crop-handler.ts';
import { exportKey } from './export-files.ts';
import { StoredFolders } from '../../storage/folders/stored-folders.ts';
import { atPlant, EXPORT_TOKENS, NO_EXPORT, NO_SITE } from './testing/plant-exports.ts';

const SHADED = 2;
const VERSION = 'm1a2b3c4-0123456789ab';

let server: TestServer;
/** May see the shaded layer, and the textured one, which another server holds. */
let maker: TestPerson;
/** May see the textured layer alone. */
let other: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ EXPORT_TRIANGLES_MOST: '1000', MAIL_RECIPIENTS: 'overlook.example' });
  const { database, filesDir, siteIds } = server;
  const folder = await aFolderOfTiles({
    'tile.b3dm': aTileOfSolids([aPrism(16, 2, 6)], { id: [40], name: ['Tank 5'] }),
  });
  const target = `${filesDir}/models/plant/shaded/${VERSION}`;
  await mkdir(target, { recursive: true });
  await cp(folder, target, { recursive: true });
  const filepath = `/api/files/models/plant/shaded/${VERSION}/tileset.json`;
  await aModel(database.db, { siteId: siteIds.plant, modeltypeId: SHADED, filepath });
  const tokens = ['VIEW:SHADED', 'VIEW:TEXTURED', ...EXPORT_TOKENS] as const;
  maker = await aPerson(server, { entries: atPlant(server, ...tokens) });
  other = await aPerson(server, {
    allowed: ['USERS:VIEW'],
    entries: atPlant(server, 'VIEW:TEXTURED', ...EXPORT_TOKENS),
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const table of [pointgrabDownloads, jobs, mails]) await server.database.db.delete(table);
});

const [centerX, centerY, centerZ] = transformPoint(enuFrame(ORIGIN).ecefFromEnu, [0, 0, 3]);
const BOX = { centerX, centerY, centerZ, sizeX: 6, sizeY: 6, sizeZ: 2, degrees: 20 };
const request = (more: object = {}): LayerExportInput => ({
  ...BOX,
  siteSlug: 'plant',
  modeltypeId: SHADED,
  description: 'Tank 5, shell',
  ...more,
});
const crop = (person: TestPerson, more: object = {}) => person.ask('POST', '/pointgrab/layers/crop', request(more));
const listed = async (person: TestPerson): Promise<Download[]> =>
  (await person.ask('POST', '/pointgrab/downloads', { siteSlug: 'plant' })).body['downloads'] as Download[];
const fetchFile = (person: TestPerson, path: string) =>
  server.app.inject({ url: `/api/files/pointgrab/${path}`, headers: { authorization: `Bearer ${person.token}` } });

/** The steps in this process: a process of its own takes a second to start. */
const here: Pick<MeshProcesses, 'clip' | 'assemble' | 'cut' | 'plot'> = {
  cut: (work, { onProgress }) => cutMeshes(work, onProgress),
  plot: plotDrawing,
  clip: (work, { onProgress }) => clipMeshes(work, onProgress),
  assemble: assembleMeshes,
};

function workerWith(meshes = here) {
  const { database, filesDir, objects, clock } = server;
  const env = readEnv({ PUBLIC_URL: 'https://overlook.example', EXPORT_TRIANGLES_MOST: '1000' });
  const folders = new StoredFolders({ filesDir, objects });
  const meshIndexes = createMeshIndexes({ folders, memoryMb: env.convertMemoryMb, index: meshProcesses.index });
  const exportCloud = () => Promise.reject(new Error('No points are wanted.'));
  const mail = createMailQueue(env.productName);
  const handler = cropHandler({
    db: database.db,
    filesDir,
    objects,
    folders,
    env,
    mail,
    clock,
    exportCloud,
    meshes,
    meshIndexes,
  });
  return createWorker({ db: database.db, handlers: [handler], log: { warn: () => {}, error: () => {} } });
}
const parts = async () =>
  (await readdir(join(server.filesDir, 'incoming')).catch(() => [])).filter((name) => name.endsWith('.part'));

describe('the layers of a site that can be exported', () => {
  const layers = async (person: TestPerson, siteSlug = 'plant') =>
    person.ask('POST', '/pointgrab/layers', { siteSlug });

  it('are those that a person may see, stored here or elsewhere', async () => {
    const url = `/files/pointgrab/meshes/${server.siteIds.plant}/2/${VERSION}`;
    expect((await layers(maker)).body['layers']).toEqual([
      { modeltypeId: 3, indexUrl: null, trianglesMost: 1000 },
      { modeltypeId: SHADED, indexUrl: url, trianglesMost: 1000 },
    ]);
    expect((await layers(other)).body['layers']).toEqual([{ modeltypeId: 3, indexUrl: null, trianglesMost: 1000 }]);
    expect(await layers(maker, 'farm')).toEqual(NO_SITE);
    expect(await layers(await aPerson(server, { entries: atPlant(server, 'VIEW:SHADED') }))).toEqual(NO_SITE);
  });

  it('have an index for estimates, for the same people', async () => {
    const path = `meshes/${server.siteIds.plant}/2/${VERSION}`;
    // The first request makes it; simultaneous requests make it once.
    const answers = await Promise.all([fetchFile(maker, path), fetchFile(maker, path)]);
    for (const { statusCode, rawPayload } of answers) {
      expect(statusCode).toBe(200);
      expect([...decodeMeshIndex(rawPayload).triangles]).toEqual([60]);
    }
    for (const wrong of [`meshes/${server.siteIds.plant}/3/${VERSION}`, path.replace('m1', 'm2'), 'meshes/0/2/..'])
      expect((await fetchFile(maker, wrong)).statusCode).toBe(404);
    expect((await fetchFile(other, path)).statusCode).toBe(404);
  });
});

describe('the export of a layer', () => {
  it('is requested, made by a job, announced by one mail, and fetched as a GLB', async () => {
    const { status, body } = await crop(maker, { notify: true, notifyEmail: 'robin@overlook.example' });
    expect(status).toBe(200);
    const [asked] = body['downloads'] as [Download];
    expect(asked).toMatchObject({
      format: 'GLB',
      modeltypeId: SHADED,
      status: 'pending',
      density: null,
      progress: { ahead: 0, done: 0, total: null },
    });
    expect(asked.filename).toMatch(/^[0-9a-f-]{36}\.glb$/);
    await workerWith(meshProcesses).runDue();
    const [done] = await listed(maker);
    expect(done).toMatchObject({ status: 'completed', points: null, message: null, progress: null });
    const read = await readExport(join(server.filesDir, exportKey(done!.filename)));
    expect(read.errors).toEqual([]);
    expect(read.objects.map(({ name }) => name)).toEqual(['Tank 5']);
    expect([done!.triangles, done!.sizeBytes]).toEqual([read.objects[0]!.triangles.length, read.sizeBytes]);
    expect(await parts()).toEqual([]);
    const answer = await fetchFile(maker, `download/${done!.filename}`);
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, read.sizeBytes]);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="Tank 5, shell.glb"');
    const [mail, ...more] = await server.database.db.select().from(mails).orderBy(asc(mails.createdAt));
    expect([mail!.subject, more]).toEqual([expect.stringMatching(/’s export of a layer is ready$/), []]);
    const [entry] = await server.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'exports.cropLayer'));
    expect(entry).toMatchObject({ userId: maker.id, details: { name: 'Tank 5, shell', formats: ['GLB'] } });
  });

  it('needs POINTGRAB:CREATE, and does not exist for a layer that one may not see', async () => {
    const noLayer = EXPORTS_MESSAGES['export.noLayer'];
    const refusal = { code: 'INVALID_INPUT', error: noLayer, fields: { modeltypeId: noLayer } };
    expect(await crop(other)).toEqual({ status: 400, body: refusal });
    expect(await crop(maker, { modeltypeId: 4 })).toEqual({ status: 400, body: refusal });
    expect((await crop(maker, { modeltypeId: 1 })).status).toBe(400);
    expect(
      await crop(await aPerson(server, { entries: atPlant(server, 'VIEW:SHADED', 'POINTGRAB:DOWNLOAD') })),
    ).toEqual(NO_SITE);
  });

  it('is not listed, fetched or deleted by a user who may not see its layer', async () => {
    const [download] = (await crop(maker)).body['downloads'] as [Download];
    await workerWith().runDue();
    expect(await listed(other)).toEqual([]);
    expect((await fetchFile(other, `download/${download.filename}`)).statusCode).toBe(404);
    const { uuid } = download;
    expect(await other.ask('POST', '/files/pointgrab/downloads/delete', { uuid })).toEqual(NO_EXPORT);
    expect((await maker.ask('POST', '/files/pointgrab/downloads/delete', { uuid })).status).toBe(200);
    expect((await mutate(server, maker.token, 'exports.restore', { uuid })).status).toBe(200);
  });

  it('of a layer on another server is refused by its name', async () => {
    const { status, body } = await crop(maker, { modeltypeId: 3 });
    expect([status, body['error']]).toEqual([409, layerNotHeldText(3)]);
  });

  it('is refused above the bytes that a person may keep and the exports that may wait', async () => {
    const [kept] = (await crop(maker)).body['downloads'] as [Download];
    const { db } = server.database;
    const row = eq(pointgrabDownloads.uuid, kept.uuid);
    const full = { status: 'completed', sizeBytes: EXPORTS.keptBytesMost } as const;
    await db.update(pointgrabDownloads).set(full).where(row);
    expect((await crop(maker)).body['error']).toBe(keptTooMuchText(EXPORTS.keptBytesMost));
    await db.delete(pointgrabDownloads);
    for (let n = 0; n < EXPORTS.pendingMost; n++) expect((await crop(maker)).status).toBe(200);
    expect((await crop(maker)).body['error']).toBe(EXPORTS_MESSAGES['export.tooManyPending']);
  });

  it('of an empty box reports that and makes no file', async () => {
    await crop(maker, { sizeX: 0.5, sizeY: 0.5 });
    await workerWith().runDue();
    const [download] = await listed(maker);
    expect(download).toMatchObject({ status: 'error', message: EXPORTS_MESSAGES['export.layerEmpty'] });
    expect(await readdir(join(server.filesDir, 'exports')).catch(() => [])).not.toContain(download!.filename);
  });

  it.each([
    ['triangles', moreTrianglesText(1000)],
    ['objects', EXPORTS_MESSAGES['export.tooManyObjects']],
    ['bytes', EXPORTS_MESSAGES['export.tooLargeForGlb']],
  ] as const)('with too many %s ends with a sentence', async (refused, message) => {
    await crop(maker);
    await workerWith({ ...here, clip: () => Promise.resolve({ refused }) }).runDue();
    expect(await listed(maker)).toMatchObject([{ status: 'error', message }]);
  });

  it('of a layer that was replaced meanwhile reports that', async () => {
    const { db } = server.database;
    await crop(maker);
    const [capture] = await db.select().from(captures).where(eq(captures.modeltypeId, SHADED));
    const isIt = eq(captures.id, capture!.id);
    await db
      .update(captures)
      .set({ filepath: capture!.filepath.replace(VERSION, 'm9a2b3c4-0123456789ab') })
      .where(isIt);
    await workerWith().runDue();
    expect(await listed(maker)).toMatchObject([{ status: 'error', message: EXPORTS_MESSAGES['export.layerReplaced'] }]);
    await db.update(captures).set({ filepath: capture!.filepath }).where(isIt);
  });

  it('whose process ends early is reported as failed, and leaves no parts', async () => {
    await crop(maker);
    const clip: MeshProcesses['clip'] = async (work, options) => {
      await here.clip(work, options);
      throw new ProcessEndedError(false);
    };
    await workerWith({ ...here, clip }).runDue();
    expect(await listed(maker)).toMatchObject([{ status: 'error', message: EXPORTS_MESSAGES['export.notMade'] }]);
    expect(await parts()).toEqual([]);
  });

  it('that is deleted while it is made is stopped', async () => {
    const [download] = (await crop(maker)).body['downloads'] as [Download];
    const clip: MeshProcesses['clip'] = async (work, options) => {
      await maker.ask('POST', '/files/pointgrab/downloads/delete', { uuid: download.uuid });
      return here.clip(work, options);
    };
    await workerWith({ ...here, clip }).runDue();
    expect(await listed(maker)).toEqual([]);
    expect(await readdir(join(server.filesDir, 'exports')).catch(() => [])).not.toContain(download.filename);
    expect(await parts()).toEqual([]);
  });

  it('has the names that the object tree knows', async () => {
    const { db } = server.database;
    const [capture] = await db.select().from(captures).where(eq(captures.modeltypeId, SHADED));
    const [tree] = await db.insert(cadTrees).values({ captureId: capture!.id, firstItem: 1, itemCount: 1 }).returning();
    await db.insert(cadItems).values({
      id: 1,
      treeId: tree!.id,
      siblingIndex: 0,
      lastId: 1,
      childCount: 0,
      objectCount: 1,
      name: 'Storage tank 5',
      path: 'Site/Storage tank 5',
      batchId: 40,
      tags: ['T-005'],
      externalTags: [],
      metadata: {},
      labels: '',
      details: '',
    });
    await crop(maker);
    await workerWith().runDue();
    const [done] = await listed(maker);
    const { objects } = await readExport(join(server.filesDir, exportKey(done!.filename)));
    const properties = { id: 40, name: 'Tank 5' };
    expect(objects.map(({ name, extras }) => [name, extras])).toEqual([
      [
        'Storage tank 5',
        { featureId: 40, name: 'Storage tank 5', path: 'Site/Storage tank 5', tags: ['T-005'], properties },
      ],
    ]);
    await db.delete(cadTrees);
  });
});

describe('the drawing of a layer', () => {
  const sheet = { view: 'plan', sheet: 'A4', scale: 50, formats: ['DXF', 'SVG', 'PDF'] };
  const draw = (person: TestPerson, more: object = {}) =>
    person.ask('POST', '/pointgrab/layers/draw', { ...request(), degrees: 0, ...sheet, ...more });
  const textOf = async (format: string): Promise<string> => {
    const done = (await listed(maker)).find((one) => one.format === format)!;
    const { statusCode, rawPayload } = await fetchFile(maker, `download/${done.filename}`);
    expect([done.status, statusCode, rawPayload.length]).toEqual(['completed', 200, done.sizeBytes]);
    return rawPayload.toString('latin1');
  };

  it('is made in a process of its own in all formats, and DXF has each corner in the UTM zone to a millimetre', async () => {
    expect((await draw(maker)).status).toBe(200);
    await workerWith(meshProcesses).runDue();
    const dxf = await textOf('DXF');
    const corners = [...dxf.matchAll(/VERTEX\r\n {2}8\r\n(.+)\r\n 10\r\n(.+)\r\n 20\r\n(.+)\r\n/g)];
    expect(corners).toHaveLength(16);
    expect(new Set(corners.map(([, layer]) => layer))).toEqual(new Set(['TANK_5']));
    const { ecefFromEnu } = enuFrame(ORIGIN);
    for (let side = 0; side < 16; side++) {
      const angle = (2 * Math.PI * side) / 16;
      const place = transformPoint(ecefFromEnu, [2 * Math.cos(angle), 2 * Math.sin(angle), 3]);
      const { easting, northing } = utmFromLla(llaFromEcef(place));
      const away = corners.map(([, , x, y]) => Math.hypot(Number(x) - easting, Number(y) - northing));
      expect(Math.min(...away)).toBeLessThan(0.001);
    }
    expect(dxf).toContain('Grid coordinates in WGS 84 / UTM zone 54S');
    expect(await textOf('SVG')).toContain('<g data-object="Tank 5">');
    expect(await textOf('PDF')).toMatch(/^%PDF-1\.4/);
    expect(await parts()).toEqual([]);
  });

  it('of a section has its length and the heights above the ellipsoid', async () => {
    await draw(maker, { view: 'section', formats: ['DXF'], sizeZ: 10 });
    await workerWith().runDue();
    const dxf = await textOf('DXF');
    const numbers = (code: number) =>
      [...dxf.matchAll(new RegExp(`^ ${code}\r\n(-?[\\d.]+)\r$`, 'gm'))].map(([, value]) => Number(value));
    // The first two of each are the extents: 4 m of the tank in a window of 6 m, from the ground to its top.
    const [[left, right], [low, high]] = [numbers(10).slice(0, 2), numbers(20).slice(0, 2)];
    expect([left, right].map((x) => Math.round(x! * 100) / 100)).toEqual([1, 5]);
    expect([low! - ORIGIN.height, high! - ORIGIN.height].map((z) => Math.round(z * 1000) / 1000)).toEqual([0, 6]);
  });

  it('above the tank has nothing of its own, and its outline from above on a layer for what lies behind', async () => {
    const [x, y, z] = transformPoint(enuFrame(ORIGIN).ecefFromEnu, [0, 0, 7]);
    const above = { centerX: x, centerY: y, centerZ: z, sizeZ: 4, formats: ['DXF', 'SVG'] };
    expect((await draw(maker, { ...above, behind: true })).status).toBe(200);
    await workerWith().runDue();
    const dxf = await textOf('DXF');
    const vertices = [...dxf.matchAll(/VERTEX\r\n {2}8\r\n(.+)\r\n/g)].map(([, layer]) => layer);
    expect(vertices).toEqual(Array(16).fill('TANK_5$BEHIND'));
    expect(await textOf('SVG')).toContain('stroke="rgb(136,136,136)"');
  });

  it('has nothing behind a plane that is not deep enough, and refuses surfaces from photos, which have no edges', async () => {
    const [x, y, z] = transformPoint(enuFrame(ORIGIN).ecefFromEnu, [0, 0, 7]);
    const above = { centerX: x, centerY: y, centerZ: z, formats: ['DXF'] };
    await draw(maker, { ...above, sizeZ: 4 });
    await draw(maker, { ...above, sizeZ: 1.9, behind: true });
    await workerWith().runDue();
    const messages = (await listed(maker)).map(({ message }) => message);
    expect(messages).toEqual(Array(2).fill(EXPORTS_MESSAGES['export.drawingEmpty']));
    const textured = await draw(maker, { ...above, modeltypeId: 3, behind: true });
    expect(textured.body['error']).toBe(EXPORTS_MESSAGES['export.behindTextured']);
  });

  it('through nothing says so, and one that fits no sheet names what would fit', async () => {
    await draw(maker, { sizeX: 1, sizeY: 1 });
    await workerWith().runDue();
    const [empty] = await listed(maker);
    expect(empty).toMatchObject({ status: 'error', message: EXPORTS_MESSAGES['export.drawingEmpty'] });
    const site = { sizeX: 2000, sizeY: 1500 };
    expect((await draw(maker, { ...site, scale: 1 })).body['error']).toBe(
      'At 1 : 1 the drawing is 2,000,000 × 1,500,000 mm, which fits on no sheet. At 1 : 10,000 it fits on A4.',
    );
    expect((await draw(maker, { ...site, scale: 5000 })).body['error']).toMatch(/ It fits on A2\.$/);
    // DXF has no sheet.
    expect((await draw(maker, { ...site, scale: 1, formats: ['DXF'] })).status).toBe(200);
  });

  it('does not exist for a layer that one may not see, and needs POINTGRAB:CREATE', async () => {
    expect((await draw(other)).status).toBe(400);
    expect(await draw(await aPerson(server, { entries: atPlant(server, 'VIEW:SHADED') }))).toEqual(NO_SITE);
    for (const bad of [
      { formats: [] },
      { view: 'elevation' },
      { scale: 0 },
      { coordinates: 'ecef' },
      { coordinates: 'EPSG:32601' },
    ])
      expect((await draw(maker, bad)).status).toBe(400);
  });
});
