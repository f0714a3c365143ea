import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aSite } from '@overlook/db/seed';
import { PERMISSION_CACHE_MS } from '@overlook/shared/config';
import { type ImportRequest, importSite } from '../../publish/import/import-site.ts';
import { aFolder, aGlb, aRoot, aTileset } from '../../publish/testing/made-tiles.ts';
import { sharedPath, sharedUri } from '../../storage/shared-files.ts';
import { aPerson, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { aGrant, openGrantOf } from '../../testing/visitors.ts';

/** A tile that every capture has, and one for each of the three captures. */
const COMMON = aGlb({ size: 0.9 });
const [MARCH, JUNE, DRAFT] = [aGlb({ size: 0.1 }), aGlb({ size: 0.2 }), aGlb({ size: 0.3 })] as const;
const TILES = [COMMON, MARCH, JUNE, DRAFT];

/** A tileset that names its tiles by their content. */
const sourceOf = (...tiles: readonly Buffer[]) => {
  const children = tiles.map((glb) => aRoot({ content: { uri: sharedUri(sharedPath(glb)) }, transform: undefined }));
  return aFolder({
    'tileset.json': aTileset(aRoot({ content: undefined, children })),
    ...Object.fromEntries(tiles.map((glb) => [sharedPath(glb), glb])),
  });
};

describe('files that are named by their content', () => {
  let server: TestServer;
  let [publisher, viewer, stranger] = [] as unknown as [TestPerson, TestPerson, TestPerson];
  let siteId = 0;
  const folders: string[] = [];

  const publish = async (captured: string, tiles: readonly Buffer[], more: Partial<ImportRequest> = {}) => {
    const textured = await sourceOf(...tiles);
    folders.push(textured);
    return importSite(
      { db: server.database.db, filesDir: server.filesDir, publishedBy: publisher.id },
      { slug: 'mill', layers: { textured }, captured, ...more },
    );
  };
  /** The status of each tile of `TILES` at its one address. */
  const statuses = ({ token }: { token: string }) =>
    Promise.all(
      TILES.map(async (glb) => {
        const url = `/api/files/models/mill/textured/${sharedPath(glb)}`;
        const answer = await server.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
        if (answer.statusCode === 200) expect(answer.rawPayload.equals(glb)).toBe(true);
        return answer.statusCode;
      }),
    );
  const change = (captureId: number, action: string) =>
    publisher.ask('POST', `/sites/manage/${siteId}/captures/${captureId}/${action}`, {});

  beforeAll(async () => {
    server = await startTestServer();
    siteId = (await aSite(server.database.db, { slug: 'mill' })).id;
    publisher = await aPerson(server, { allowed: ['VIEW:TEXTURED', 'SITES:MANAGE'] });
    viewer = await aPerson(server, { allowed: ['VIEW:TEXTURED'] });
    stranger = await aPerson(server, { allowed: ['VIEW:CAD'] });
  });
  afterAll(async () => {
    await server.close();
    for (const folder of folders) await rm(folder, { recursive: true });
  });

  it('are given to who may see a capture that has them, and do not exist for others', async () => {
    const { layers: march } = await publish('2026-03-14', [COMMON, MARCH]);
    await publish('2026-06-01', [COMMON, JUNE]);
    const { layers } = await publish('2026-09-26', [COMMON, DRAFT], { draft: true });
    expect(await statuses(publisher)).toEqual([200, 200, 200, 200]);
    expect(await statuses(viewer)).toEqual([200, 200, 200, 404]);
    expect(await statuses(stranger)).toEqual([404, 404, 404, 404]);

    const made = await aGrant(server, siteId, { permissions: ['VIEW:TEXTURED'] });
    const visitor = (await openGrantOf(server, made.body as { token: string })).body['visitorToken'] as string;
    expect(await statuses({ token: visitor })).toEqual([200, 404, 200, 404]);

    await change(march[0]!.captureId, 'withdraw');
    server.clock.advance(PERMISSION_CACHE_MS);
    expect(await statuses(viewer)).toEqual([200, 404, 200, 404]);
    await change(layers[0]!.captureId, 'publish');
    expect(await statuses(viewer)).toEqual([200, 404, 200, 200]);
  });

  it('are kept as long as a capture has them', async () => {
    const { layers } = await publish('2026-10-01', [COMMON]);
    await publish('2026-06-01', [MARCH], { replace: true });
    server.clock.advance(PERMISSION_CACHE_MS);
    expect(await statuses(viewer)).toEqual([200, 200, 404, 200]);
    expect(layers[0]!.isReplacement).toBe(false);
  });

  it('have the content that they are named by', async () => {
    const textured = await aFolder({
      'tileset.json': aTileset(aRoot({ content: { uri: sharedUri(sharedPath(JUNE)) } })),
      [sharedPath(JUNE)]: DRAFT,
    });
    folders.push(textured);
    await expect(
      importSite(
        { db: server.database.db, filesDir: server.filesDir },
        { slug: 'mill', layers: { textured }, captured: '2026-11-01' },
      ),
    ).rejects.toThrow('has a name by its content, but another content');
    // Nor are they found outside of the folder that is published.
    const outside = await aFolder({ 'tileset.json': aTileset(aRoot({ content: { uri: '../objects/secret.glb' } })) });
    folders.push(outside);
    await expect(
      importSite(
        { db: server.database.db, filesDir: server.filesDir },
        { slug: 'mill', layers: { textured: outside }, captured: '2026-11-01' },
      ),
    ).rejects.toThrow('leads out of the folder that is published');
  });
});
