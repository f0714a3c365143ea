import { dirname, join } from 'node:path';
import { mkdir, writeFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll } from 'vitest';
import { jobs, pointgrabDownloads } from '@overlook/db/schema';
import { EXPORTS } from '@overlook/shared/config';
import type { PermissionToken } from '@overlook/shared/permissions';
import type { Download } from '@overlook/shared/schemas';
import { aPerson, mutate, type TestPerson } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { exportKey } from '../export-files.ts';
import { type PointcloudRow } from '../pointcloud.ts';
import { aPointcloud, anExport } from './a-cloud.ts';
import { atPlant, EXPORT_TOKENS } from './plant-exports.ts';

/** Writes the file of a download and stores it as completed. */
async function finish({ database, filesDir, clock }: TestServer, download: Download, bytes: string): Promise<void> {
  const path = join(filesDir, exportKey(download.filename));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  const now = clock.now();
  await database.db
    .update(pointgrabDownloads)
    .set({
      status: 'completed',
      sizeBytes: bytes.length,
      points: 1,
      finishedAt: now,
      expiresAt: new Date(now.getTime() + EXPORTS.keptDays * 86_400_000),
    })
    .where(eq(pointgrabDownloads.uuid, download.uuid));
}

/** The job that writes a download. */
async function jobOf({ database }: TestServer, uuid: string) {
  const [row] = await database.db
    .select({ id: jobs.id, status: jobs.status })
    .from(pointgrabDownloads)
    .innerJoin(jobs, eq(jobs.id, pointgrabDownloads.jobId))
    .where(eq(pointgrabDownloads.uuid, uuid));
  return row!;
}

/** A server with a point cloud at the site “plant”, two people who export and one who sees the exports of all. Call it once, outside of tests. */
export function exportPeople() {
  let server: TestServer;
  let cloud: PointcloudRow;
  let maker: TestPerson;
  let other: TestPerson;
  let supervisor: TestPerson;

  /** A person with permissions at the plant. */
  const grab = (...tokens: PermissionToken[]) =>
    aPerson(server, { entries: atPlant(server, 'VIEW:POINTCLOUD', ...tokens) });

  beforeAll(async () => {
    server = await startTestServer();
    cloud = await aPointcloud(server, server.siteIds.plant);
    maker = await grab(...EXPORT_TOKENS);
    other = await grab(...EXPORT_TOKENS);
    supervisor = await aPerson(server, {
      allowed: ['USERS:VIEW'],
      entries: atPlant(server, 'VIEW:POINTCLOUD', ...EXPORT_TOKENS),
    });
  });
  afterAll(() => server.close());

  const crop = (person: TestPerson, more: object = {}) =>
    person.ask('POST', '/pointgrab/crop', { ...anExport(cloud), ...more });
  const listed = async (person: TestPerson): Promise<Download[]> =>
    (await person.ask('POST', '/pointgrab/downloads', { siteSlug: 'plant' })).body['downloads'] as Download[];
  const fetchFile = (person: TestPerson, path: string, headers: Record<string, string> = {}) =>
    server.app.inject({
      url: `/api/files/pointgrab/${path}`,
      headers: { authorization: `Bearer ${person.token}`, ...headers },
    });

  /** An export of a person with a file of these bytes. */
  async function finished(person: TestPerson, bytes: string, description = 'Pump house'): Promise<Download> {
    const [download] = (await crop(person, { formats: ['PTS'], description })).body['downloads'] as [Download];
    await finish(server, download, bytes);
    return download;
  }

  return {
    get server() {
      return server;
    },
    get cloud() {
      return cloud;
    },
    /** Two people with all permissions of exports. */
    get maker() {
      return maker;
    },
    get other() {
      return other;
    },
    /** Sees the exports of all people. */
    get supervisor() {
      return supervisor;
    },
    grab,
    crop,
    listed,
    remove: (person: TestPerson, uuid: string) => person.ask('POST', '/files/pointgrab/downloads/delete', { uuid }),
    restore: (person: TestPerson, uuid: string) => mutate(server, person.token, 'exports.restore', { uuid }),
    fetchFile,
    finished,
    jobOf: (uuid: string) => jobOf(server, uuid),
  };
}
