import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aSite } from '@overlook/db/seed';
import { PERMISSION_CACHE_MS } from '@overlook/shared/config';
import { ecefFromLla, enuFrame, moveMatrix, noMove, toMat4, transformPoint, distance } from '@overlook/shared/maths';
import { CAPTURES_MESSAGES } from '@overlook/shared/messages';
import type { Capture, Placement } from '@overlook/shared/schemas';
import { type ImportRequest, importSite } from '../../publish/import/import-site.ts';
import { aB3dm, aFolder, aRoot, aTileset } from '../../publish/testing/made-tiles.ts';
import { databaseKinds } from '../../testing/database-kinds.ts';
import { aPerson, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);

const ORIGIN = { longitude: 138.49, latitude: -35.08, height: 31 };
const ENU = Array.from(enuFrame(ORIGIN).ecefFromEnu as ArrayLike<number>);
const PLACEMENT: Placement = {
  ...noMove(ecefFromLla(ORIGIN)),
  shiftM: [-0.62, 0.41, -0.18],
  turnDeg: -0.8,
  tiltDeg: [0, 0],
  by: 'pairs',
  count: 3,
  rmsM: 0.0136,
};

describe.each(kinds)('placing a capture by hand on $name', ({ open }) => {
  let server: TestServer;
  let publisher: TestPerson;
  let other: TestPerson;
  let siteId: number;
  let slug = '';
  let madeSites = 0;
  let source: string;
  beforeAll(async () => {
    server = await startTestServer({}, undefined, open);
    source = await aFolder({ 'tileset.json': aTileset(aRoot({ transform: ENU })), 'tile.b3dm': aB3dm() });
    publisher = await aPerson(server, { allowed: ['VIEW:TEXTURED', 'SITES:MANAGE'] });
    other = await aPerson(server, { allowed: ['VIEW:TEXTURED', 'SITES:MANAGE'] });
  });
  afterAll(async () => {
    await server.close();
    await rm(source, { recursive: true });
  });
  beforeEach(async () => {
    slug = `moved-${++madeSites}`;
    siteId = (await aSite(server.database.db, { slug })).id;
    server.clock.advance(PERMISSION_CACHE_MS);
  });

  const publish = async (more: Partial<ImportRequest> = {}) =>
    (
      await importSite(
        { db: server.database.db, filesDir: server.filesDir, publishedBy: publisher.id },
        { slug, layers: { textured: source }, captured: '2026-03-14', ...more },
      )
    ).layers[0]!;
  const place = ({ ask }: TestPerson, captureId: number, placement: unknown) =>
    ask('POST', `/sites/manage/${siteId}/captures/${captureId}/place`, { placement });
  const seen = async ({ ask }: TestPerson) =>
    ((await ask('GET', `/captures/${siteId}`)).body['captures'] as Capture[])[0]!;
  const file = async (url: string, { token }: TestPerson) =>
    server.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  const onDisk = (filepath: string) => path.join(server.filesDir, filepath.replace('/api/files/', ''));

  it('shows it moved under a new address, keeps the files as delivered, and puts it back', async () => {
    const { captureId, filepath } = await publish();
    expect((await place(publisher, captureId, PLACEMENT)).status).toBe(200);
    const moved = await seen(other);
    expect(moved).toMatchObject({ placement: PLACEMENT });
    expect(moved.filepath).toMatch(/\/placed-[0-9a-f]{12}\.tileset\.json$/);
    const { root } = JSON.parse((await file(moved.filepath, other)).body) as { root: { transform: number[] } };
    const [shown, expected] = [toMat4(root.transform), moveMatrix(PLACEMENT)].map((m, i) =>
      transformPoint(m, i === 0 ? [4, 5, 6] : transformPoint(toMat4(ENU), [4, 5, 6])),
    );
    expect(distance(shown!, expected!)).toBeLessThan(1e-6);
    const delivered = JSON.parse((await file(filepath, other)).body) as { root: { transform: number[] } };
    expect(delivered.root.transform).toEqual(ENU);

    // A further move begins at the delivered place, and removes what the first has made.
    await place(publisher, captureId, { ...PLACEMENT, shiftM: [1, 0, 0] });
    expect([existsSync(onDisk(moved.filepath)), (await seen(other)).placement?.shiftM]).toEqual([false, [1, 0, 0]]);
    const again = (await seen(other)).filepath;
    expect((await place(publisher, captureId, null)).status).toBe(200);
    expect(await seen(other)).toMatchObject({ filepath, placement: null });
    expect([existsSync(onDisk(again)), existsSync(onDisk(filepath))]).toEqual([false, true]);
  });

  it('is kept when a draft is published, and ends when other files replace it', async () => {
    const { captureId } = await publish({ draft: true });
    expect(await place(other, captureId, PLACEMENT)).toMatchObject({ status: 404 });
    await place(publisher, captureId, PLACEMENT);
    await publisher.ask('POST', `/sites/manage/${siteId}/captures/${captureId}/publish`, {});
    expect(await seen(other)).toMatchObject({ placement: { shiftM: PLACEMENT.shiftM } });
    const corrected = await publish({ replace: true });
    expect(await seen(other)).toMatchObject({ filepath: corrected.filepath, placement: null });
  });

  it('moves nothing for figures of zero, and refuses what is no place on Earth', async () => {
    const { captureId, filepath } = await publish();
    await place(publisher, captureId, { ...PLACEMENT, shiftM: [0, 0, 0], turnDeg: 0 });
    expect(await seen(other)).toMatchObject({ filepath, placement: null });
    expect((await place(publisher, captureId, { ...PLACEMENT, pivotEcef: [0, 0, 0] })).status).toBe(400);
    expect((await place(publisher, captureId, { ...PLACEMENT, shiftM: [200_000, 0, 0] })).status).toBe(400);
    expect((await place(publisher, captureId + 1000, PLACEMENT)).body['error']).toBe(
      CAPTURES_MESSAGES['captures.unknown'],
    );
  });
});
