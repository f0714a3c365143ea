import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '@overlook/db';
import {
  captures,
  instanceState,
  photos,
  pointclouds,
  pointgrabDownloads,
  rolePermissions,
  roles,
  sites,
  snapshots,
  users,
} from '@overlook/db/schema';
import { aCapture, aModel, aSite } from '@overlook/db/seed';
import { openMemoryDatabase } from '@overlook/db/testing';
import { llaFromEcef } from '@overlook/shared/maths';
import { type PermissionMap, PERMISSION_TOKENS } from '@overlook/shared/permissions';
import { bookmarkSchema } from '@overlook/shared/schemas';
import type { ImportRequest } from '../publish/import/import-site.ts';
import { createAccess } from '../sessions/access.ts';
import { systemClock } from '../services/clock.ts';
import { findPicture } from '../storage/pictures.ts';
import { aPicture } from '../testing/places.ts';
import { FolderStore } from '../storage/objects/folder-store.ts';
import { exportKey } from '../domains/exports/export-files.ts';
import { readStrictE57 } from '../pointclouds/formats-out/testing/strict-e57.ts';
import { openFrame } from '../pointclouds/open-frame.ts';
import { openPointStore } from '../pointclouds/store/open-store.ts';
import { createPasswords } from '../services/password-hashes.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { type GeneratedSite, seedDemo, type SeedOptions } from './seed-demo.ts';
import { writeCloudFile } from './tiles/cloud-file.ts';
import { PointBuffer } from './tiles/point-buffer.ts';

const POSE: GeneratedSite['homePose'] = { positionEcef: [1, 2, 3], directionEcef: [1, 0, 0], upEcef: [0, 0, 1] };

const site = (slug: string, places: GeneratedSite['places'] = []): GeneratedSite => ({
  slug,
  name: `The ${slug}`,
  description: '',
  origin: { longitude: 138.5, latitude: -35, height: 30 },
  homePose: POSE,
  places,
  photos: [],
  takenOn: null,
  earlier: [],
  layers: { textured: '/x' },
  cloudFiles: [],
});
const passwords = createPasswords();
let database: Database;
let dataDir: string;
let imported: ImportRequest[];

beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'overlook-seed-'));
  imported = [];
});
afterEach(async () => {
  for (const table of [instanceState, users, roles, rolePermissions, sites]) await database.db.delete(table);
  await rm(dataDir, { recursive: true });
});

function options(changes: Partial<SeedOptions> = {}): SeedOptions {
  const { db } = database;
  return {
    db,
    dataDir,
    filesDir: join(dataDir, 'files'),
    objects: new FolderStore(join(dataDir, 'files')),
    passwords,
    signal: new AbortController().signal,
    generateDemo: async ({ outDir, onProgress }) => {
      expect(existsSync(outDir)).toBe(true);
      onProgress('Textures', 0.5);
      return [site('plant'), site('farm')];
    },
    importSite: async (_context, request) => {
      imported.push(request);
      const [known] = await db.select().from(sites).where(eq(sites.slug, request.slug));
      if (known) return;
      const { id: siteId } = await aSite(db, { slug: request.slug });
      await aModel(db, { siteId, modeltypeId: 1, filepath: `/${request.slug}/tileset.json` });
    },
    ...changes,
  };
}

async function permissionsOf(email: string): Promise<{ map: PermissionMap; id: (slug: string) => number }> {
  const { db } = database;
  const [user] = await db.select().from(users).where(eq(users.email, email));
  const rows = await db.select().from(sites);
  return {
    map: await createAccess(db, systemClock).permissions(user!.id),
    id: (slug) => rows.find((row) => row.slug === slug)!.id,
  };
}

describe('seeding the demo', () => {
  it('makes sites and the three accounts once', async () => {
    expect(await seedDemo(options())).toBe(true);
    expect(imported.map((request) => request.slug)).toEqual(['plant', 'farm']);
    const home = bookmarkSchema.parse(imported[0]!.homeBookmark);
    expect(home.right).toEqual({ x: 0, y: -1, z: 0 });
    expect(home.transform).toEqual([0, -1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 1, 2, 3, 1]);
    expect(existsSync(join(dataDir, 'demo.part'))).toBe(false);
    expect(await seedDemo(options())).toBe(false);
    expect(imported).toHaveLength(2);
    expect(await database.db.select().from(users)).toHaveLength(3);
  });

  it('publishes the captures of a site by their days, the earliest first', async () => {
    const plant = {
      ...site('plant'),
      takenOn: '2026-09-26',
      earlier: [{ takenOn: '2026-03-14', layers: { textured: '/old' }, cloudFiles: [] }],
    };
    const plans: boolean[] = [];
    const { importSite } = options();
    await seedDemo(
      options({
        generateDemo: async () => [plant, site('farm')],
        makePlan: async () => null,
        importSite: (context, request) => (plans.push(context.makePlan !== undefined), importSite(context, request)),
      }),
    );
    const stated = imported.map(({ slug, captured, layers, replace }) => [slug, captured, layers.textured, replace]);
    expect(stated).toEqual([
      ['plant', '2026-03-14', '/old', true],
      ['plant', '2026-09-26', '/x', true],
      ['farm', undefined, '/x', true],
    ]);
    expect(plans).toEqual([false, true, true]);
  });

  it('saves the Places of the accounts with their pictures', async () => {
    const { db } = database;
    const generateDemo: SeedOptions['generateDemo'] = async ({ outDir }) => {
      const pictureFile = join(outDir, 'place.jpg');
      await writeFile(pictureFile, await aPicture(64, 36));
      const place = { description: '', pose: POSE, owner: 'member', pictureFile } as const;
      return [site('plant', [{ ...place, name: 'First' }]), site('farm')];
    };
    await seedDemo(options({ generateDemo }));
    const [plant] = await db.select().from(sites).where(eq(sites.slug, 'plant'));
    const [member] = await db.select().from(users).where(eq(users.email, 'member@overlook.example'));
    const rows = await db.select().from(snapshots);
    expect(rows).toMatchObject([
      { name: 'First', siteId: plant!.id, createdBy: member!.id, takenBy: 'Morgan Member', archivedAt: null },
    ]);
    expect(bookmarkSchema.parse(rows[0]!.bookmark).position).toEqual({ x: 1, y: 2, z: 3 });
    const found = await findPicture(options(), rows[0]!.filename!, 'native');
    expect(
      createHash('sha256')
        .update(await readFile(join(dataDir, 'files', found!)))
        .digest('hex'),
    ).toBe(rows[0]!.imageHash);
  });

  it('stores the photos of its sites', async () => {
    const { db } = database;
    const described = {
      name: 'Photo 1',
      heightType: 'ground',
      position: { longitude: 138.5, latitude: -35, height: 31.6 },
      projection: 'perspective',
      headingDeg: 90,
      pitchDeg: 5,
      rollDeg: 0,
      hfovDeg: 70,
      isPoseMeasured: true,
      altitudeSource: 'ellipsoidal',
      camera: 'A camera',
      sourceName: 'photo-1.jpg',
    } as const;
    const generateDemo: SeedOptions['generateDemo'] = async ({ outDir }) => {
      const pictureFile = join(outDir, 'photo.jpg');
      await writeFile(pictureFile, await aPicture(64, 48));
      return [{ ...site('plant'), photos: [{ pictureFile, described }] }, site('farm')];
    };
    await seedDemo(options({ generateDemo }));
    const [plant] = await db.select().from(sites).where(eq(sites.slug, 'plant'));
    const [row] = await db.select().from(snapshots).innerJoin(photos, eq(photos.snapshotId, snapshots.id));
    expect(row).toMatchObject({
      snapshots: { siteId: plant!.id, name: 'Photo 1', createdBy: null, heightType: 'ground', altitude: 31.6 },
      photos: { widthPx: 64, heightPx: 48, headingDeg: 90, hfovDeg: 70, camera: 'A camera' },
    });
    expect(await findPicture(options(), row!.snapshots.filename!, 'native')).not.toBeNull();
  });

  it('stores the exact cloud of a site, which exports are made from', async () => {
    const generateDemo: SeedOptions['generateDemo'] = async ({ outDir }) => {
      const cloudFiles = ['a.las', 'b.las'].map((name, file) => {
        const points = new PointBuffer();
        for (let i = 0; i < 300; i++) points.push(i / 8 - 90, -40 * file, 0.25, i % 256, 7, 255);
        writeCloudFile(join(outDir, name), points);
        return join(outDir, name);
      });
      return [site('farm'), { ...site('plant'), cloudFiles }];
    };
    const stored = () => readdir(join(dataDir, 'files', 'pointclouds'));
    const importSite: SeedOptions['importSite'] = async (context, request) => {
      await options().importSite(context, request);
      // The cloud is built in parallel with the imports, so it is stored when the last import ends.
      if (request.slug === 'plant') await vi.waitFor(stored, { timeout: 20_000 });
    };
    await seedDemo(options({ generateDemo, importSite }));
    const [row] = await database.db.select().from(pointclouds);
    const [plant] = await database.db.select().from(sites).where(eq(sites.slug, 'plant'));
    expect(row).toMatchObject({ siteId: plant!.id, points: 600, hasColor: true, hasIntensity: false });
    const store = await openPointStore(join(dataDir, 'files', row!.filepath));
    const ecef = new Float64Array(3);
    openFrame(store.description.frame).toEcef([0, 0, 0], ecef);
    const { longitude, latitude, height } = llaFromEcef([ecef[0]!, ecef[1]!, ecef[2]!]);
    expect([longitude, latitude, height].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([138.5, -35, 30]);
    const { x, y, z, red, green, blue } = store.readNode(store.nodes[0]!);
    expect([z[0], green[0]! >> 8, blue[0]! >> 8]).toEqual([250, 7, 255]);
    expect(Math.abs(y[0]! % 40_000)).toBe(0);
    expect(((x[0]! + 90_000) / 125) % 256).toBe(red[0]! >> 8);
    store.close();
    expect(await stored()).toEqual([row!.uuid]);
    const [example] = await database.db.select().from(pointgrabDownloads);
    const [admin] = await database.db.select().from(users).where(eq(users.email, 'admin@overlook.example'));
    const listed = { siteId: plant!.id, requestedBy: admin!.id, status: 'completed', points: 300, format: 'E57' };
    expect(example).toMatchObject(listed);
    expect((await readStrictE57(join(dataDir, 'files', exportKey(example!.filename)))).points).toHaveLength(300);
  });

  it('stores the exact cloud of each capture with that capture', async () => {
    const { db } = database;
    const days = ['2026-03-14', '2026-09-26'] as const;
    const generateDemo: SeedOptions['generateDemo'] = async ({ outDir }) => {
      const [earlier, newest] = days.map((takenOn, k) => {
        const points = new PointBuffer();
        for (let i = 0; i < 100 * (k + 1); i++) points.push(i / 8, 0, 0, 1, 2, 3);
        const file = join(outDir, `${takenOn}.las`);
        writeCloudFile(file, points);
        return { takenOn, layers: { points: '/x' }, cloudFiles: [file] };
      });
      return [{ ...site('plant'), ...newest!, earlier: [earlier!] }];
    };
    const importSite: SeedOptions['importSite'] = async (_context, { slug, captured }) => {
      const [known] = await db.select().from(sites).where(eq(sites.slug, slug));
      const { id: siteId } = known ?? (await aSite(db, { slug }));
      const filepath = `/${slug}/${captured}/tileset.json`;
      await aCapture(db, { siteId, modeltypeId: 1, takenOn: captured!, filepath });
    };
    await seedDemo(options({ generateDemo, importSite }));
    const rows = await db
      .select({ takenOn: captures.takenOn, points: pointclouds.points })
      .from(pointclouds)
      .innerJoin(captures, eq(captures.id, pointclouds.captureId))
      .orderBy(captures.takenOn);
    expect(rows).toEqual(days.map((takenOn, k) => ({ takenOn, points: 100 * (k + 1) })));
  });

  it('lets each account do what was decided', async () => {
    await seedDemo(options());
    for (const { email, password } of DEMO_ACCOUNTS) {
      const [user] = await database.db.select().from(users).where(eq(users.email, email));
      expect(await passwords.verify(user!.passwordHash, password)).toBe(true);
    }
    const admin = await permissionsOf('admin@overlook.example');
    expect(PERMISSION_TOKENS.every((row) => admin.map['0']![row.token])).toBe(true);
    const member = await permissionsOf('member@overlook.example');
    expect(Object.values(member.map['0']!)).not.toContain(true);
    expect(member.map[member.id('farm')]).toMatchObject({ 'VIEW:CAD': true, 'TOOLS:ANGLE': true, 'USERS:VIEW': false });
    const guest = await permissionsOf('guest@overlook.example');
    const allowed = Object.entries(guest.map[guest.id('plant')]!).filter(([, isAllowed]) => isAllowed);
    expect(allowed).toEqual([['VIEW:TEXTURED', true]]);
    // A site that they may not view does not exist for them.
    expect(guest.map).not.toHaveProperty(String(guest.id('farm')));
  });

  it.each(['while generating', 'while importing'])(
    'leaves no account when stopped %s, and starts again',
    async (when) => {
      const stop = new AbortController();
      const stopNow = async () => {
        stop.abort();
        stop.signal.throwIfAborted();
      };
      const { importSite } = options();
      const interrupted = options({
        signal: stop.signal,
        ...(when === 'while generating'
          ? { generateDemo: async () => (await stopNow(), []) }
          : { importSite: async (context, request) => (await importSite(context, request), stopNow()) }),
      });
      await expect(seedDemo(interrupted)).rejects.toThrow('aborted');
      expect(await database.db.select().from(users)).toHaveLength(0);
      expect(existsSync(join(dataDir, 'demo.part'))).toBe(false);

      expect(await seedDemo(options())).toBe(true);
      expect(await database.db.select().from(users)).toHaveLength(3);
      expect(await database.db.select().from(sites)).toHaveLength(2);
      const [state] = await database.db.select().from(instanceState);
      expect(state!.value).toEqual({ isComplete: true, slugs: ['plant', 'farm'] });
    },
  );

  it('does not change a site that an operator has imported', async () => {
    await aSite(database.db, { slug: 'plant', name: 'Ours' });
    await seedDemo(options());
    expect(imported.map((request) => request.slug)).toEqual(['farm']);
  });
});
