import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase, type Db } from '@overlook/db';
import { pointclouds } from '@overlook/db/schema';
import { aModel, aRole, aSite, aUser } from '@overlook/db/seed';
import { createAccess } from '@overlook/server/access';
import { readEnv } from '@overlook/server/env';
import { systemClock } from '@overlook/server/clock';
import { aBox, aStore, pointsInBox } from '@overlook/server/pointclouds/export/testing/a-store';
import { STORE_FILES } from '@overlook/server/pointclouds/store/store-index';
import { openStores } from '@overlook/server/storage/folders/open-stores';
import { makeBucket } from '@overlook/server/storage/objects/testing/test-s3';
import { PERMISSION_TOKENS } from '@overlook/shared/permissions';
import { type CountGrid, encodeCountGrid } from '@overlook/shared/points';
import type { Topology } from './topology.ts';

const POINTS = 5000;
const MEMBER_TOKENS = { 'VIEW:TEXTURED': true, 'VIEW:SHADED': true, 'MOC:VIEW': true, 'MOC:CREATE': true } as const;
/** The permission that comes and goes. */
export const GUARDED_TOKEN = 'MOC:VIEW';

export interface Person {
  readonly userId: number;
  readonly email: string;
  readonly token: string;
}

/** The people and the site of the load. */
export interface World {
  readonly siteId: number;
  readonly slug: string;
  readonly cloud: {
    readonly uuid: string;
    readonly density: number;
    readonly box: ReturnType<typeof aBox>;
    readonly points: number;
  };
  readonly admin: Person;
  readonly members: readonly Person[];
  readonly publisher: Person;
  readonly exporter: Person;
  /** Whose role loses and regains `GUARDED_TOKEN`. */
  readonly guarded: Person;
  readonly guardedRoleId: number;
}

/** Counts of the points of the cloud, from which requests are estimated. */
const oneCell = (density: number): CountGrid => ({
  ecefToCell: new Float64Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]) as CountGrid['ecefToCell'],
  cellM: 20,
  densities: [density],
  x: Uint16Array.of(0),
  y: Uint16Array.of(0),
  z: Uint16Array.of(0),
  counts: [Uint32Array.of(POINTS)],
});

async function signIn(db: Db, user: { id: number; email: string }): Promise<Person> {
  const { token } = await createAccess(db, systemClock).start(db, { userId: user.id, device: 'rig', address: '' });
  return { userId: user.id, email: user.email, token };
}

/** Makes the database's schema, the bucket, and what the load works on. */
export async function makeWorld(topology: Topology, members: number): Promise<World> {
  await makeBucket(topology.storage);
  const database = await openDatabase({ databaseUrl: topology.databaseUrl, dataDir: '' });
  const { db } = database;
  try {
    const site = await aSite(db, { slug: 'rig' });
    const uuid = randomUUID();
    const filepath = `pointclouds/${uuid}`;
    const store = await aStore(join(topology.folder, uuid), POINTS);
    const { captureId } = await aModel(db, { siteId: site.id, modeltypeId: 1, filepath: '/tileset.json' });
    const density = 0.001;
    await db.insert(pointclouds).values({ uuid, siteId: site.id, captureId, densities: [density], filepath });
    const box = aBox([16, 15, 14], 20);
    await writeFile(join(store.folder, STORE_FILES.grid), encodeCountGrid(oneCell(density)));
    const points = pointsInBox(store, box, 'site').length;
    const { objects, close } = await openStores(readEnv(topology.storage), join(topology.folder, 'world'), db);
    await objects.takeFolder(`${filepath}/`, store.folder);
    await close();
    const person = async (tokens: Record<string, boolean>) => {
      const role = await aRole(db, { entries: { [site.id]: tokens } });
      return { roleId: role.id, ...(await signIn(db, await aUser(db, { roleIds: [role.id] }))) };
    };
    const everything = await aRole(db, { allowed: PERMISSION_TOKENS.map(({ token }) => token) });
    const admin = await signIn(db, await aUser(db, { roleIds: [everything.id] }));
    const guarded = await person(MEMBER_TOKENS);
    const team: Person[] = [];
    for (let i = 0; i < members; i++) team.push(await person(MEMBER_TOKENS));
    return {
      siteId: site.id,
      slug: site.slug,
      cloud: { uuid, density, box, points },
      admin,
      members: team,
      publisher: await person({ ...MEMBER_TOKENS, 'SITES:MANAGE': true }),
      exporter: await person({ ...MEMBER_TOKENS, 'POINTGRAB:CREATE': true, 'POINTGRAB:DOWNLOAD': true }),
      guarded,
      guardedRoleId: guarded.roleId,
    };
  } finally {
    await database.close();
  }
}
